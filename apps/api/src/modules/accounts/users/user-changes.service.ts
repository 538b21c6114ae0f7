import {
  AppError,
  type BodyOf,
  type ResponseOf,
  ROLES,
  type Role,
  type routes,
  type UserView,
} from "@shoal/contract";
import { rolesOfCollaborator, sortRoles } from "@shoal/domain";
import type { Updateable } from "kysely";
import type { Database, Tx } from "../../../platform/database.ts";
import type { Realtime } from "../../../platform/realtime/realtime.ts";
import type { User } from "../../../platform/schema.ts";
import { type AccountLinks, type Actor, presentUser, type UserRow } from "../auth/index.ts";
import { explainTaken } from "./taken-names.ts";
import {
  assertAllowed,
  assertReplaceable,
  type ClientScope,
  isNewAddress,
  lockTarget,
  type UserChange,
} from "./user-rules.ts";
import { assertCanGrant, userNotFound } from "./users.policy.ts";
import { createUsersRepository } from "./users.repository.ts";
import type { MailLimits } from "./users.service.ts";

export interface UserChangesDeps {
  db: Database;
  links: AccountLinks;
  limits: MailLimits;
  realtime: Pick<Realtime, "emitToUser" | "disconnectUser">;
}
type AdminChange = BodyOf<typeof routes.updateUserAsAdmin>;
type PrivilegeList = ResponseOf<typeof routes.listPrivileges>;

/** Changes users, each in a transaction that blocks concurrent changes to the managers of the same clients. */
export function createUserChangesService({ db, links, limits, realtime }: UserChangesDeps) {
  const change = (
    actor: Actor,
    scope: ClientScope,
    uuid: string,
    { revision, role, ...fields }: AdminChange,
  ) => {
    const wanted: UserChange = {
      ...fields,
      roles: fields.roles ?? (role ? rolesOfCollaborator(role) : undefined),
    };
    return apply(actor, scope, uuid, wanted, (target) => {
      if (revision !== undefined && target.revision !== revision)
        throw new AppError("edit_conflict", "Someone else changed this user: fetch it again");
      return wanted;
    });
  };
  const changeRoles = async (actor: Actor, uuid: string, rolesFor: (roles: Role[]) => Role[]) => {
    const user = await apply(actor, actor.clientUuid, uuid, {}, (target) => ({
      roles: rolesFor(target.roles),
    }));
    return presentPrivileges(user.roles);
  };

  return {
    /** @throws AppError "user_not_found", "edit_conflict", "forbidden", "last_manager", "collaborator_email_used". */
    updateUser: (actor: Actor, uuid: string, wanted: BodyOf<typeof routes.updateUser>) =>
      change(actor, actor.clientUuid, uuid, wanted),

    /**
     * Changes a user of any client, including the username and client.
     * @throws the same errors as `updateUser`, and AppError "username_taken", "client_not_found".
     */
    updateUserAsAdmin: (actor: Actor, uuid: string, wanted: AdminChange) =>
      change(actor, undefined, uuid, wanted),

    async listPrivileges(actor: Actor, uuid: string): Promise<PrivilegeList> {
      const user = await createUsersRepository(db).findUser(actor.clientUuid, uuid);
      if (!user) throw userNotFound();
      return presentPrivileges(user.roles);
    },

    grantPrivilege: (actor: Actor, uuid: string, role: Role): Promise<PrivilegeList> =>
      changeRoles(actor, uuid, (roles) => [...roles, role]),

    revokePrivilege(actor: Actor, uuid: string, role: Role): Promise<PrivilegeList> {
      assertCanGrant(actor, [role]);
      return changeRoles(actor, uuid, (roles) => roles.filter((each) => each !== role));
    },

    /** Deletes a user and their sessions; their videos stay. @throws AppError "last_manager", "forbidden". */
    async deleteUser(actor: Actor, uuid: string): Promise<{ username: string }> {
      if (uuid.toLowerCase() === actor.userUuid)
        throw new AppError("forbidden", "Delete your own user in your profile");
      const user = await db.transaction().execute(async (tx) => {
        const { target } = await lockTarget(tx, actor, { scope: actor.clientUuid, uuid });
        await assertReplaceable(tx, target, []);
        await createUsersRepository(tx).deleteUser(target.client_uuid, uuid);
        return target;
      });
      realtime.disconnectUser(user.uuid);
      return user;
    },
  };

  async function apply(
    actor: Actor,
    scope: ClientScope,
    uuid: string,
    wanted: UserChange,
    decide: (target: UserRow) => UserChange,
  ): Promise<UserView> {
    await admitMail(actor, scope, uuid, wanted);
    const { before, after } = await db
      .transaction()
      .execute(async (tx) => {
        const { target, roles } = await lockTarget(tx, actor, { scope, uuid, newClient: wanted.client });
        const decided = decide(target);
        await assertAllowed(tx, { userUuid: actor.userUuid, roles }, target, decided);
        await createUsersRepository(tx).updateUser(target.client_uuid, uuid, columnsOf(target, decided));
        if (decided.email === null || isNewAddress(target, decided.email))
          await followAddress(tx, target, decided.email);
        const { client = target.client_uuid } = decided;
        return { before: target, after: await createUsersRepository(tx).findUser(client, uuid) };
      })
      .catch(explainTaken(db, { ...wanted, exceptUuid: uuid }));
    if (!after) throw userNotFound();
    notifySockets(before, after);
    return presentUser(after);
  }

  /** Counts mails before the transaction, because a call that waits for one connection must not hold another. */
  async function admitMail(
    actor: Actor,
    scope: ClientScope,
    uuid: string,
    { email }: UserChange,
  ): Promise<void> {
    if (!email) return;
    const seen = await createUsersRepository(db).findUser(scope, uuid);
    if (seen && isNewAddress(seen, email)) await limits.admitMailTo(email, actor.clientUuid);
  }

  /** Invalidates links mailed to the previous address; the new address gets its own. */
  async function followAddress(tx: Tx, target: UserRow, email: string | null | undefined): Promise<void> {
    await createUsersRepository(tx).endMailedLinks(target.uuid);
    if (!email) return;
    if (target.activated_at) await links.mailVerification(tx, target.uuid);
    else await links.invite(tx, target.uuid);
  }

  /** Makes open pages reload the user, and closes sockets on which the user may no longer listen. */
  function notifySockets(before: UserRow, after: UserRow): void {
    // Roles decide which events a socket receives, so the page must reconnect and reload.
    const hasOtherRoles = sortRoles(before.roles).join() !== sortRoles(after.roles).join();
    if (hasOtherRoles || before.client_uuid !== after.client_uuid) realtime.disconnectUser(after.uuid);
    else realtime.emitToUser(after.uuid, "client.changed", { uuid: after.client_uuid });
  }
}
export type UserChangesService = ReturnType<typeof createUserChangesService>;

function columnsOf(target: UserRow, change: UserChange): Updateable<User> {
  const isOther = change.email === null || isNewAddress(target, change.email);
  const columns: Record<keyof UserChange, unknown> = {
    username: change.username,
    name: change.name === "" ? null : change.name,
    email: change.email,
    roles: change.roles && sortRoles(change.roles),
    language: change.language,
    client: undefined,
  };
  const { client: _, ...named } = { ...columns, client_uuid: change.client };
  const given = Object.entries(named).filter(([, value]) => value !== undefined);
  return { ...Object.fromEntries(given), ...(isOther ? { email_verified_at: null, new_email: null } : {}) };
}

const presentPrivileges = (roles: readonly Role[]): PrivilegeList =>
  ROLES.map((id) => ({ id, granted: roles.includes(id) }));
