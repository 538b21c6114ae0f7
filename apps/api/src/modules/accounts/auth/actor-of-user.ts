import { hasRole } from "@shoal/domain";
import type { Tx } from "../../../platform/database.ts";
import type { Actor } from "./actor.ts";
import { CLIENT_COLUMNS, USER_COLUMNS } from "./auth.repository.ts";

/**
 * Finds the actor for background work requested by a user. It has no session.
 * @returns undefined once the user was deleted or can no longer act for the client.
 */
export async function findActorOfUser(
  db: Tx,
  { userUuid, clientUuid }: { userUuid: string; clientUuid: string },
): Promise<Actor | undefined> {
  const user = await db
    .selectFrom("users")
    .innerJoin("clients", (join) => join.on("clients.uuid", "=", clientUuid))
    .select([...USER_COLUMNS, ...CLIENT_COLUMNS])
    .where("users.uuid", "=", userUuid)
    .executeTakeFirst();
  if (!user?.password_modified) return undefined;
  const isOwn = user.client_uuid === clientUuid;
  if (!hasRole(user.roles, isOwn ? "editor" : "admin")) return undefined;
  return {
    userUuid,
    username: user.username,
    clientUuid,
    ownClientUuid: user.client_uuid,
    viewedUserUuid: undefined,
    roles: user.roles,
    isPasswordModified: true,
    credential: "",
    sessionUuid: "",
    user: { ...user, session_uuid: "", session_used_at: new Date(0) },
  };
}
