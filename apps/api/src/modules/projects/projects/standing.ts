import type { ProjectStanding } from "@shoal/contract";
import { type RawBuilder, sql } from "kysely";
import type { Actor } from "../../accounts/auth/index.ts";
import { isCaretaker, isSupport } from "../teams/index.ts";

/** The standings from lowest to highest. A rank is an index in this list; 0 means that a user is not in the project. */
const STANDINGS_BY_RANK: readonly (ProjectStanding | undefined)[] = [
  undefined,
  "viewer",
  "editor",
  "admin",
  "owner",
];
const MANAGING_RANKS = { admin: 3, owner: 4 } as const;

/** @example standingOf(3) // "admin" */
export const standingOf = (rank: number): ProjectStanding | undefined => STANDINGS_BY_RANK[rank];

/** A user whose rank is computed. */
export type ProjectCaller = Pick<Actor, "userUuid" | "clientUuid" | "ownClientUuid" | "roles" | "key">;

const rankOf = (role: RawBuilder<unknown>) =>
  sql`array_position(ARRAY['viewer', 'editor', 'admin'], ${role})`;

/**
 * Computes a user's rank in the project of a row of `projects`: the highest of their own role and the roles of their teams. The
 * client's managers count as administrators of projects without an owner.
 */
export const rankSql = (caller: ProjectCaller): RawBuilder<number> => sql<number>`GREATEST(
  CASE WHEN projects.owner_uuid = ${caller.userUuid} THEN ${sql.lit(MANAGING_RANKS.owner)} ELSE 0 END,
  CASE WHEN ${isSupport(caller)}::boolean OR (projects.owner_uuid IS NULL AND ${isCaretaker(caller)}::boolean)
    THEN ${sql.lit(MANAGING_RANKS.admin)} ELSE 0 END,
  (SELECT coalesce(max(${rankOf(sql`direct.role`)}), 0) FROM project_collaborators AS direct
    WHERE direct.project_uuid = projects.uuid AND direct.user_uuid = ${caller.userUuid}),
  (SELECT coalesce(max(${rankOf(sql`coalesce(added.role, member.role)`)}), 0)
    FROM project_teams AS added JOIN team_members AS member ON member.team_uuid = added.team_uuid
    WHERE added.project_uuid = projects.uuid AND member.user_uuid = ${caller.userUuid}))`;
