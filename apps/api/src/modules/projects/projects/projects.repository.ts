import type { ProjectListQuery, ProjectRole, ProjectScope } from "@shoal/contract";
import { type Expression, type Insertable, type SqlBool, sql, type Updateable } from "kysely";
import type { Tx } from "../../../platform/database.ts";
import { likeAnywhere } from "../../../platform/like.ts";
import { lockForAdding } from "../../../platform/lock-for-adding.ts";
import { pictureLockOf } from "../../media/videos/index.ts";
import type { ProjectRow } from "./projects.table.ts";
import { type ProjectCaller, rankSql } from "./standing.ts";

type SortField = keyof NonNullable<ProjectListQuery["sort"]>;

const SORT_EXPRESSIONS: Record<SortField, Expression<unknown>> = {
  name: sql`lower(projects.name) COLLATE "fr-x-icu"`,
  owner: sql`lower(coalesce(owners.username, projects.owner_name)) COLLATE "fr-x-icu"`,
  status: sql`CASE WHEN projects.archived_at IS NULL THEN projects.status ELSE 'zz' END`,
  versionCount: sql`newest.count`,
  createdAt: sql.ref("projects.created_at"),
  lastActivityAt: sql.ref("projects.last_activity_at"),
};

/** Counts the threads of a row of `projects` that are neither resolved nor deleted. */
const OPEN_COMMENT_COUNT = sql<number>`(SELECT count(*)::int FROM comments
  WHERE comments.client_uuid = projects.client_uuid AND comments.project_uuid = projects.uuid
    AND comments.uuid = comments.thread_uuid AND comments.deleted_at IS NULL AND comments.resolved_at IS NULL)`;

/** The restriction of a list in addition to the query. */
export interface ProjectNarrowing {
  scope?: ProjectScope | undefined;
  teamUuid?: string;
  /** Restricts the list to projects with a version that shows this video, including archived ones. */
  videoUuid?: string;
}

export interface ProjectPage extends ProjectNarrowing {
  query: Pick<ProjectListQuery, "search" | "sort" | "filter">;
}

/** Creates the repository of one client's projects that a user is in. */
export function createProjectsRepository(db: Tx) {
  /** Selects the projects that the caller is in, with the caller's rank. */
  const seenBy = (caller: ProjectCaller) =>
    db
      .selectFrom(
        db
          .selectFrom("projects")
          .selectAll("projects")
          .select(rankSql(caller).as("rank"))
          .where("projects.client_uuid", "=", caller.clientUuid)
          .as("projects"),
      )
      .leftJoin("users as owners", "owners.uuid", "projects.owner_uuid")
      .leftJoinLateral(
        (eb) =>
          eb
            .selectFrom("project_versions")
            .select(["project_versions.video_uuid", sql<number>`count(*) OVER ()`.as("count")])
            .whereRef("project_versions.project_uuid", "=", "projects.uuid")
            .orderBy("project_versions.number", "desc")
            .limit(1)
            .as("newest"),
        (join) => join.onTrue(),
      )
      .where("projects.rank", ">", 0);

  const withPictures = (caller: ProjectCaller) =>
    seenBy(caller)
      .leftJoin("videos", (join) =>
        join
          .onRef("videos.uuid", "=", "newest.video_uuid")
          .onRef("videos.client_uuid", "=", "projects.client_uuid")
          .on("videos.trashed_at", "is", null),
      )
      .leftJoin("encodings", (join) =>
        join
          .onRef("encodings.video_uuid", "=", "videos.uuid")
          .onRef("encodings.generation", "=", "videos.generation"),
      )
      .selectAll("projects")
      .select([
        "newest.video_uuid",
        "newest.count as version_count",
        "encodings.thumbnail_object",
        "videos.custom_thumbnail",
        sql<string>`coalesce(owners.username, projects.owner_name)`.as("owner"),
        pictureLockOf("newest.video_uuid").as("picture_lock"),
        OPEN_COMMENT_COUNT.as("open_comment_count"),
      ]);

  return {
    findProject: (caller: ProjectCaller, uuid: string) =>
      withPictures(caller).where("projects.uuid", "=", uuid).executeTakeFirst(),

    listProjects(
      caller: ProjectCaller,
      page: ProjectPage,
      { limit, offset }: { limit: number; offset: number },
    ) {
      const [field = "lastActivityAt", direction = -1] = Object.entries(page.query.sort ?? {})[0] ?? [];
      return conditionsOf(caller, page)
        .reduce((select, condition) => select.where(condition), withPictures(caller))
        .orderBy(sql`${SORT_EXPRESSIONS[field as SortField]} ${sql.raw(direction === 1 ? "ASC" : "DESC")}`)
        .orderBy("projects.uuid")
        .limit(limit)
        .offset(offset)
        .execute();
    },

    async countProjects(caller: ProjectCaller, page: ProjectPage): Promise<number> {
      const { count } = await conditionsOf(caller, page)
        .reduce((select, condition) => select.where(condition), seenBy(caller))
        .select(sql<number>`count(*)`.as("count"))
        .executeTakeFirstOrThrow();
      return count;
    },

    /** Counts the client's projects; other transactions that add one wait until this one ends. */
    async countForAdding(clientUuid: string): Promise<number> {
      await lockForAdding(db, clientUuid);
      const { count } = await db
        .selectFrom("projects")
        .select(sql<number>`count(*)`.as("count"))
        .where("client_uuid", "=", clientUuid)
        .executeTakeFirstOrThrow();
      return count;
    },

    /** Locks the project until the transaction ends, and reads the rank of the caller after that. */
    async lockProject(caller: ProjectCaller, uuid: string) {
      const locked = await db
        .selectFrom("projects")
        .select("uuid")
        .where("client_uuid", "=", caller.clientUuid)
        .where("uuid", "=", uuid)
        .forNoKeyUpdate()
        .executeTakeFirst();
      if (!locked) return undefined;
      return db
        .selectFrom("projects")
        .selectAll("projects")
        .select(rankSql(caller).as("rank"))
        .where("projects.client_uuid", "=", caller.clientUuid)
        .where("projects.uuid", "=", uuid)
        .executeTakeFirst();
    },

    async addProject(project: Insertable<ProjectRow>): Promise<string> {
      const { uuid } = await db
        .insertInto("projects")
        .values(project)
        .returning("uuid")
        .executeTakeFirstOrThrow();
      return uuid;
    },

    /** Updates a project and raises its revision. */
    async updateProject(clientUuid: string, uuid: string, change: Updateable<ProjectRow>): Promise<void> {
      await db
        .updateTable("projects")
        .set({
          ...change,
          revision: sql<number>`revision + 1`,
          modified_at: sql<Date>`now()`,
          last_activity_at: sql<Date>`now()`,
        })
        .where("client_uuid", "=", clientUuid)
        .where("uuid", "=", uuid)
        .execute();
    },

    /** Records activity in a project that does not change its settings. */
    async recordActivity(
      clientUuid: string,
      uuid: string,
      change: Updateable<ProjectRow> = {},
    ): Promise<void> {
      await db
        .updateTable("projects")
        .set({ ...change, last_activity_at: sql<Date>`now()` })
        .where("client_uuid", "=", clientUuid)
        .where("uuid", "=", uuid)
        .execute();
    },

    async deleteProject(clientUuid: string, uuid: string): Promise<void> {
      await db
        .deleteFrom("projects")
        .where("client_uuid", "=", clientUuid)
        .where("uuid", "=", uuid)
        .execute();
    },

    /** Lists people who were invited individually, by username; deleted users are included with their names. */
    listCollaborators: (clientUuid: string, ...uuids: string[]) =>
      db
        .selectFrom("project_collaborators")
        .leftJoin("users", "users.uuid", "project_collaborators.user_uuid")
        .select([
          "project_collaborators.project_uuid",
          "project_collaborators.user_uuid",
          "project_collaborators.role",
          "users.name",
          sql<string>`coalesce(users.username, project_collaborators.username)`.as("username"),
        ])
        .where("project_collaborators.client_uuid", "=", clientUuid)
        .where(sql<SqlBool>`project_collaborators.project_uuid = ANY(${uuids}::uuid[])`)
        .orderBy(sql`lower(coalesce(users.username, project_collaborators.username))`)
        .execute(),

    listTeams: (clientUuid: string, ...uuids: string[]) =>
      db
        .selectFrom("project_teams")
        .innerJoin("teams", "teams.uuid", "project_teams.team_uuid")
        .select(["project_teams.project_uuid", "teams.uuid", "teams.name", "project_teams.role"])
        .where("project_teams.client_uuid", "=", clientUuid)
        .where(sql<SqlBool>`project_teams.project_uuid = ANY(${uuids}::uuid[])`)
        .orderBy(sql`lower(teams.name) COLLATE "fr-x-icu"`)
        .execute(),

    /** Lists the members of a project's teams, once per team. */
    listTeamMembers: (clientUuid: string, uuid: string) =>
      db
        .selectFrom("project_teams")
        .innerJoin("teams", "teams.uuid", "project_teams.team_uuid")
        .innerJoin("team_members", "team_members.team_uuid", "project_teams.team_uuid")
        .innerJoin("users", "users.uuid", "team_members.user_uuid")
        .select([
          "users.uuid as user_uuid",
          "users.username",
          "users.name",
          "teams.name as team_name",
          sql<ProjectRole>`coalesce(project_teams.role, team_members.role)`.as("role"),
        ])
        .where("project_teams.client_uuid", "=", clientUuid)
        .where("project_teams.project_uuid", "=", uuid)
        .execute(),

    findOwner: (clientUuid: string, uuid: string) =>
      db
        .selectFrom("projects")
        .innerJoin("users", "users.uuid", "projects.owner_uuid")
        .select(["users.uuid as user_uuid", "users.username", "users.name"])
        .where("projects.client_uuid", "=", clientUuid)
        .where("projects.uuid", "=", uuid)
        .executeTakeFirst(),

    /** Lists the uuids of all users with access. */
    async listUserUuids(clientUuid: string, uuid: string): Promise<string[]> {
      const { rows } = await sql<{ uuid: string }>`
        SELECT owner_uuid AS uuid FROM projects
          WHERE client_uuid = ${clientUuid} AND uuid = ${uuid} AND owner_uuid IS NOT NULL
        UNION SELECT user_uuid FROM project_collaborators
          WHERE client_uuid = ${clientUuid} AND project_uuid = ${uuid} AND user_uuid IS NOT NULL
        UNION SELECT member.user_uuid FROM project_teams AS added
          JOIN team_members AS member ON member.team_uuid = added.team_uuid
          WHERE added.client_uuid = ${clientUuid} AND added.project_uuid = ${uuid}`.execute(db);
      return rows.map((row) => row.uuid);
    },

    /** Adds people; existing people keep their role. A user replaces a deleted user of the same name. */
    async addCollaborators(
      clientUuid: string,
      uuid: string,
      people: readonly { uuid: string; username: string; role: ProjectRole }[],
    ): Promise<void> {
      if (people.length === 0) return;
      await db
        .deleteFrom("project_collaborators")
        .where("client_uuid", "=", clientUuid)
        .where("project_uuid", "=", uuid)
        .where("user_uuid", "is", null)
        .where(
          sql<SqlBool>`lower(username) = ANY(${people.map(({ username }) => username.toLowerCase())}::text[])`,
        )
        .execute();
      await db
        .insertInto("project_collaborators")
        .values(
          people.map((person) => ({
            project_uuid: uuid,
            client_uuid: clientUuid,
            user_uuid: person.uuid,
            username: person.username,
            role: person.role,
          })),
        )
        .onConflict((conflict) => conflict.columns(["project_uuid", "user_uuid"]).doNothing())
        .execute();
    },

    async setRole(clientUuid: string, uuid: string, userUuid: string, role: ProjectRole): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable("project_collaborators")
        .set({ role })
        .where("client_uuid", "=", clientUuid)
        .where("project_uuid", "=", uuid)
        .where("user_uuid", "=", userUuid)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /** @param userUuid the user; undefined for a deleted user, of whom only the name is stored. */
    async removeCollaborator(
      clientUuid: string,
      uuid: string,
      username: string,
      userUuid: string | undefined,
    ): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom("project_collaborators")
        .where("client_uuid", "=", clientUuid)
        .where("project_uuid", "=", uuid)
        .where(
          userUuid === undefined
            ? sql<SqlBool>`user_uuid IS NULL AND lower(username) = lower(${username})`
            : sql<SqlBool>`user_uuid = ${userUuid}`,
        )
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },

    /** Finds the teams among these that belong to the client. */
    findTeams: (clientUuid: string, uuids: readonly string[]) =>
      db
        .selectFrom("teams")
        .select(["uuid", "name"])
        .where("client_uuid", "=", clientUuid)
        .where(sql<SqlBool>`uuid = ANY(${uuids}::uuid[])`)
        .execute(),

    /** Adds teams, or changes their roles. */
    async putTeams(
      clientUuid: string,
      uuid: string,
      teams: readonly { uuid: string; role: ProjectRole | null }[],
    ): Promise<void> {
      if (teams.length === 0) return;
      await db
        .insertInto("project_teams")
        .values(
          teams.map((team) => ({
            project_uuid: uuid,
            client_uuid: clientUuid,
            team_uuid: team.uuid,
            role: team.role,
          })),
        )
        .onConflict((conflict) =>
          conflict
            .columns(["project_uuid", "team_uuid"])
            .doUpdateSet({ role: (row) => row.ref("excluded.role") }),
        )
        .execute();
    },

    async removeTeam(clientUuid: string, uuid: string, teamUuid: string): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom("project_teams")
        .where("client_uuid", "=", clientUuid)
        .where("project_uuid", "=", uuid)
        .where("team_uuid", "=", teamUuid)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
  };
}
export type ProjectsRepository = ReturnType<typeof createProjectsRepository>;
export type FoundProject = NonNullable<Awaited<ReturnType<ProjectsRepository["findProject"]>>>;
export type LockedProject = NonNullable<Awaited<ReturnType<ProjectsRepository["lockProject"]>>>;

function conditionsOf(caller: ProjectCaller, page: ProjectPage): Expression<SqlBool>[] {
  const { query, teamUuid, videoUuid, scope = query.filter?.scope } = page;
  const conditions: Expression<SqlBool>[] = [];
  if (scope) conditions.push(scopeOf(caller, scope));
  if (teamUuid)
    conditions.push(sql`EXISTS (SELECT FROM project_teams AS added
      WHERE added.project_uuid = projects.uuid AND added.team_uuid = ${teamUuid})`);
  if (videoUuid)
    conditions.push(sql`EXISTS (SELECT FROM project_versions AS version
      WHERE version.project_uuid = projects.uuid AND version.video_uuid = ${videoUuid})`);
  else conditions.push(statusCondition(query.filter?.status));
  if (query.search) {
    const pattern = likeAnywhere(query.search);
    conditions.push(sql`(projects.name ILIKE ${pattern} OR projects.description ILIKE ${pattern}
      OR coalesce(owners.username, projects.owner_name) ILIKE ${pattern}
      OR projects.uuid::text = lower(${query.search}))`);
  }
  return conditions;
}

function scopeOf({ userUuid }: ProjectCaller, scope: ProjectScope): Expression<SqlBool> {
  const isOwn = sql<SqlBool>`projects.owner_uuid = ${userUuid}`;
  const isShared = sql<SqlBool>`EXISTS (SELECT FROM project_collaborators AS direct
    WHERE direct.project_uuid = projects.uuid AND direct.user_uuid = ${userUuid})`;
  if (scope === "own") return isOwn;
  if (scope === "shared") return isShared;
  return sql`EXISTS (SELECT FROM project_teams AS added
    JOIN team_members AS member ON member.team_uuid = added.team_uuid
    WHERE added.project_uuid = projects.uuid AND member.user_uuid = ${userUuid})`;
}

function statusCondition(status: NonNullable<ProjectListQuery["filter"]>["status"]): Expression<SqlBool> {
  if (status === "archived") return sql`projects.archived_at IS NOT NULL`;
  if (status === undefined) return sql`projects.archived_at IS NULL`;
  return sql`projects.archived_at IS NULL AND projects.status = ${status}`;
}
