import { createApiClient, type UserView } from "@shoal/contract";

const CREDENTIAL_KEY = "shoal.credential";

let credential = localStorage.getItem(CREDENTIAL_KEY) ?? undefined;

/** The stored credential of this browser. Nothing but this module touches the storage. */
export const session = {
  credential: () => credential,
  open(next: string): void {
    credential = next;
    localStorage.setItem(CREDENTIAL_KEY, next);
  },
  clear(): void {
    credential = undefined;
    localStorage.removeItem(CREDENTIAL_KEY);
  },
};

/** Calls the api as the signed-in user. */
export const call = createApiClient({ baseUrl: "", credential: session.credential });

export type { UserView };
