import { AppError, type BodyOf, type Role, type routes } from "@shoal/contract";
import { hasRole } from "@shoal/domain";
import type { Tx } from "../../../platform/database.ts";
import type { Actor, UserRow } from "../auth/index.ts";
import { createUserRulesRepository } from "./user-rules.repository.ts";
import { assertCanChange, assertCanGrant, userNotFound } from "./users.policy.ts";
import { createUsersRepository } from "./users.repository.ts";

export type UserChange = Omit<BodyOf<typeof routes.updateUserAsAdmin>, "revision" | "role">;
/** The client whose users are changed; undefined for users of all clients. */
export type ClientScope = string | undefined;

/**
 * Locks the clients affected by a change, then reads the user and re-reads the caller's rights, which may have been revoked
 * since the call started.
 * @throws AppError "user_not_found", "client_not_found" or "forbidden".
 */
export async function lockTarget(
  tx: Tx,
  actor: Actor,
  { scope, uuid, newClient }: { scope: ClientScope; uuid: string; newClient?: string | undefined },
): Promise<{ target: UserRow; roles: Role[] }> {
  const rules = createUserRulesRepository(tx);
  const seen = await createUsersRepository(tx).findUser(scope, uuid);
  if (!seen) throw userNotFound();
  const concerned = [seen.client_uuid, newClient ?? seen.client_uuid];
  const existing = await rules.lockClientsForWork(concerned);
  if (newClient && !existing.includes(newClient.toLowerCase()))
    throw new AppError("client_not_found", "No such client");
  if (seen.roles.includes("admin")) await rules.lockAdministratorsForWork();
  const target = await createUsersRepository(tx).findUser(seen.client_uuid, uuid);
  if (!target) throw userNotFound();
  const roles = await rules.findRolesForWork(actor.userUuid);
  if (!roles || !hasRole(roles, scope === undefined ? "admin" : "manager"))
    throw new AppError("forbidden", "Your role no longer allows this");
  assertCanChange({ roles }, target);
  return { target, roles };
}

/**
 * Asserts that the caller may make this change, and that a manager or administrator remains.
 * @throws AppError "forbidden" or "last_manager".
 */
export async function assertAllowed(
  tx: Tx,
  actor: Pick<Actor, "userUuid" | "roles">,
  target: UserRow,
  change: UserChange,
): Promise<void> {
  if (target.uuid === actor.userUuid && isNewAddress(target, change.email))
    throw new AppError("forbidden", "Change your own email in your profile, with your password");
  const given = (change.roles ?? []).filter((role) => !target.roles.includes(role));
  const taken = change.roles ? target.roles.filter((role) => !change.roles?.includes(role)) : [];
  assertCanGrant(actor, [...given, ...taken]);
  const isMoved = change.client !== undefined && change.client.toLowerCase() !== target.client_uuid;
  await assertReplaceable(
    tx,
    target,
    isMoved ? rolesAfterMove(change.roles ?? target.roles) : (change.roles ?? target.roles),
  );
}

/** Returns the roles that a user keeps when moved to another client, which is only the administrator role. */
const rolesAfterMove = (roles: readonly Role[]) => roles.filter((role) => role === "admin");

/**
 * Asserts that another user can take over this user's responsibilities.
 * @param kept the roles that the user keeps in their current client.
 * @throws AppError "last_manager".
 */
export async function assertReplaceable(tx: Tx, target: UserRow, kept: readonly Role[]): Promise<void> {
  const rules = createUserRulesRepository(tx);
  for (const role of ["manager", "admin"] as const) {
    if (!target.roles.includes(role) || kept.includes(role)) continue;
    if (!(await rules.hasOther(role, target, target.activated_at !== null)))
      throw new AppError(
        "last_manager",
        "A client must keep at least one manager: make someone else a manager first",
      );
  }
}

/** Whether an address differs in more than case; null removes the address and does not count as new. */
export function isNewAddress(target: UserRow, email: string | null | undefined): boolean {
  return typeof email === "string" && email.toLowerCase() !== target.email?.toLowerCase();
}
