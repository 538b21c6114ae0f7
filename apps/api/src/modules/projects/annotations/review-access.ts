import { canInProject } from "@shoal/domain";
import type { Tx } from "../../../platform/database.ts";
import type { SocketViewer } from "../../../platform/realtime/realtime.ts";
import type { GuestLookup } from "../../accounts/auth/index.ts";
import { rankSql, standingOf } from "../projects/index.ts";

/** The version whose review room sockets join. */
export interface ReviewVersion {
  project: string;
  version: number;
}

/** A person who may currently be in a room. */
export interface RoomReviewer {
  name: string;
  /** Drafts of drawings are shown to everyone, so only people who may comment can send them. */
  mayComment: boolean;
}

/**
 * Finds whether a person may currently be in a version's room, the person's name in it, and what they may do there.
 * @returns undefined if they are not in the project, the version does not exist, or the client has no projects; for a guest, also
 * for every version except the one that the link currently shows.
 */
export async function findReviewer(
  db: Tx,
  guests: Pick<GuestLookup, "listLive">,
  viewer: SocketViewer,
  place: ReviewVersion,
): Promise<RoomReviewer | undefined> {
  if (!viewer.isGuest) return findMember(db, viewer, place);
  const [guest] = await guests.listLive([viewer.userUuid]);
  const isThere = guest?.projectUuid === place.project && guest.version === place.version;
  return isThere ? { name: guest.name, mayComment: guest.mayComment } : undefined;
}

async function findMember(
  db: Tx,
  { userUuid, clientUuid, roles }: SocketViewer,
  { project, version }: ReviewVersion,
): Promise<RoomReviewer | undefined> {
  const user = await db
    .selectFrom("users")
    .innerJoin("clients", (join) => join.on("clients.uuid", "=", clientUuid))
    .select(["users.username", "users.client_uuid", "clients.vireed"])
    .where("users.uuid", "=", userUuid)
    .executeTakeFirst();
  if (!user?.vireed) return undefined;
  const caller = { userUuid, clientUuid, ownClientUuid: user.client_uuid, roles: [...roles] };
  const found = await db
    .selectFrom("projects")
    .innerJoin("project_versions", "project_versions.project_uuid", "projects.uuid")
    .select([rankSql(caller).as("rank"), "projects.archived_at"])
    .where("projects.client_uuid", "=", clientUuid)
    .where("projects.uuid", "=", project)
    .where("project_versions.number", "=", version)
    .executeTakeFirst();
  const standing = found && standingOf(found.rank);
  if (!canInProject(standing, "watch")) return undefined;
  const isArchived = found?.archived_at !== null;
  return { name: user.username, mayComment: canInProject(standing, "comment", { isArchived }) };
}
