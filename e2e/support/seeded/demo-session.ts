import { type ApiCall, createApiClient, type Language, routes, type UserView } from "@shoal/contract";
import {
  DEMO_ADMINISTRATOR,
  DEMO_CLIENTS,
  DEMO_PASSWORD,
  DEMO_USERS,
  toSlug,
} from "../../../scripts/seed/demo-data.ts";

/** Every demo account that can sign in. The administrator is the last one. */
export const DEMO_ACCOUNTS: readonly { username: string; language: Language }[] = [
  ...DEMO_CLIENTS.flatMap((client) =>
    DEMO_USERS.filter(({ isInvited }) => !isInvited).map(({ suffix }) => ({
      username: `${toSlug(client)}${suffix}`,
      language: client.language,
    })),
  ),
  { username: DEMO_ADMINISTRATOR.username, language: "EN" },
];

export interface DemoSession {
  credential: string;
  call: ApiCall;
  user: UserView;
}

/** Signs in with the password that the seed printed. */
export async function signInDemo(apiUrl: string, username: string): Promise<DemoSession> {
  const { credential } = await createApiClient({ baseUrl: apiUrl, credential: () => undefined })(
    routes.login,
    {
      body: { username, password: DEMO_PASSWORD },
    },
  );
  const call = createApiClient({ baseUrl: apiUrl, credential: () => credential });
  return { credential, call, user: await call(routes.getMe, {}) };
}
