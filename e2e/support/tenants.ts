import { randomBytes } from "node:crypto";
import { type ApiCall, createApiClient, type Role, routes } from "@shoal/contract";
import { inject } from "vitest";
import type { Account } from "../../harness/account.ts";
import { addPerson, type Person } from "../../harness/people.ts";

/** A user whose client belongs to one test only. */
export interface TenantUser extends Person {
  clientUuid: string;
  userUuid: string;
}

export interface TestTenant {
  uuid: string;
  name: string;
  user: TenantUser;
  /** Adds another user of the same client. */
  addUser(roles: Role[]): Promise<TenantUser>;
}

/** Returns the administrator of the shared platform, for calls that only administrators may make. */
export function useAdministrator(): Account {
  const { apiUrl, adminCredential: credential } = inject("platform");
  const call: ApiCall = createApiClient({ baseUrl: apiUrl, credential: () => credential });
  return { apiUrl, credential, call };
}

/** Makes a name unique among all tests that share the platform. */
export const uniqueName = (name: string): string => `${name}-${randomBytes(4).toString("hex")}`;

/**
 * Adds a separate client for a test, and its first user, with an email address and a password.
 * @example const { user } = await addTenant(["editor"]); await user.call(routes.listVideos, { query: {} });
 */
export async function addTenant(roles: Role[] = ["manager"]): Promise<TestTenant> {
  const admin = useAdministrator();
  const name = uniqueName("Harbour");
  const { uuid } = await admin.call(routes.createClient, { body: { clientname: name, type: "platform" } });
  async function addUser(roles: Role[]): Promise<TenantUser> {
    const username = uniqueName("user");
    const person = await addPerson(admin, uuid, { username, roles, email: `${username}@example.org` });
    const { uuid: userUuid } = await person.call(routes.getMe, {});
    return { ...person, clientUuid: uuid, userUuid };
  }
  return { uuid, name, user: await addUser(roles), addUser };
}
