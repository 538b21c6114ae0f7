import { type BodyOf, routes } from "@shoal/contract";
import { type Account, openAccount } from "../../harness/account.ts";
import { addPerson, type Person } from "../../harness/people.ts";
import type { TestPlatform } from "../../harness/platform.ts";

/** A client on a platform that only one test file uses. */
export interface OwnClient {
  admin: Account;
  clientUuid: string;
  editor: Person;
}

/**
 * Adds a client with an editor to a platform.
 * @returns both, with the platform's administrator.
 * @example const { editor } = await openOwnClient(platform, { scenelist: true });
 */
export async function openOwnClient(
  platform: TestPlatform,
  traits: Partial<BodyOf<typeof routes.createClient>> = {},
): Promise<OwnClient> {
  const admin = await openAccount(platform);
  const body = { clientname: "Harbour TV", type: "platform" as const, ...traits };
  const { uuid: clientUuid } = await admin.call(routes.createClient, { body });
  const fields = { username: "harbour", roles: ["editor" as const], email: "harbour@example.org" };
  return { admin, clientUuid, editor: await addPerson(admin, clientUuid, fields) };
}
