import { routes } from "@shoal/contract";
import { type Account, openAccount } from "../../harness/account.ts";
import { addPerson, type Person } from "../../harness/people.ts";
import { startTestPlatform } from "../../harness/platform.ts";

/** The whole platform as `npm start` starts it, and a user whose client has projects. */
export interface ReviewStage {
  /** The administrator's account. */
  account: Account;
  person: Person;
  close(): Promise<void>;
}

export async function openReviewStage(): Promise<ReviewStage> {
  const platform = await startTestPlatform();
  try {
    const account = await openAccount(platform);
    const { uuid } = await account.call(routes.createClient, {
      body: { clientname: "Harbour", type: "platform", vireed: true },
    });
    const fields = { username: "editor", email: "editor@example.org", roles: ["editor" as const] };
    return { account, person: await addPerson(account, uuid, fields), close: () => platform.close() };
  } catch (error) {
    await platform.close();
    throw error;
  }
}
