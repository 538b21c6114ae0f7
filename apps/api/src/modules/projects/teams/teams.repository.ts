import type { ProjectRole } from "@shoal/contract";
import { type Insertable, sql, type Updateable } from "kysely";
import type { Tx } from "../../../platform/database.ts";
import { lockForAdding } from "../../../platform/lock-for-adding.ts";
import type { TeamRow } from "./teams.table.ts";

/** Creates the repository of one client's teams. Every query is limited to the client. */
export function createTeamsRepository(db: Tx) {
  const own = (clientUuid: string) =>
    db
      .selectFrom("teams")
      .leftJoin("users", "users.uuid", "teams.owner_uuid")
      .selectAll("teams")
      .select(sql<string>`coalesce(users.username, teams.owner_name)`.as("owner"))
      .where("teams.client_uuid", "=", clientUuid);

  return {
    listTeams: (clientUuid: string) =>
      own(clientUuid).orderBy(sql`lower(teams.name) COLLATE "fr-x-icu"`).orderBy("teams.uuid").execute(),

    findTeam: (clientUuid: string, uuid: string) =>
      own(clientUuid).where("teams.uuid", "=", uuid).executeTakeFirst(),

    /** Locks the team until the transaction ends. */
    lockTeam: (clientUuid: string, uuid: string) =>
      db
        .selectFrom("teams")
        .selectAll()
        .where("client_uuid", "=", clientUuid)
        .where("uuid", "=", uuid)
        .forNoKeyUpdate()
        .executeTakeFirst(),

    /** Lists members by username. @param uuid the team; members of all teams of the client if omitted. */
    listMembers: (clientUuid: string, uuid?: string) =>
      db
        .selectFrom("team_members")
        .innerJoin("users", "users.uuid", "team_members.user_uuid")
        .select(["team_members.team_uuid", "team_members.user_uuid", "team_members.role", "users.username"])
        .where("team_members.client_uuid", "=", clientUuid)
        .$if(uuid !== undefined, (query) => query.where("team_members.team_uuid", "=", uuid ?? ""))
        .orderBy(sql`lower(users.username)`)
        .execute(),

    /** Counts the client's teams; other transactions that add one wait until this one ends. */
    async countForAdding(clientUuid: string): Promise<number> {
      await lockForAdding(db, clientUuid);
      const { count } = await db
        .selectFrom("teams")
        .select(sql<number>`count(*)`.as("count"))
        .where("client_uuid", "=", clientUuid)
        .executeTakeFirstOrThrow();
      return count;
    },

    async addTeam(team: Insertable<TeamRow>): Promise<string> {
      const { uuid } = await db.insertInto("teams").values(team).returning("uuid").executeTakeFirstOrThrow();
      return uuid;
    },

    async updateTeam(clientUuid: string, uuid: string, change: Updateable<TeamRow>): Promise<void> {
      await db
        .updateTable("teams")
        .set({ ...change, revision: sql<number>`revision + 1`, modified_at: sql<Date>`now()` })
        .where("client_uuid", "=", clientUuid)
        .where("uuid", "=", uuid)
        .execute();
    },

    async deleteTeam(clientUuid: string, uuid: string): Promise<void> {
      await db.deleteFrom("teams").where("client_uuid", "=", clientUuid).where("uuid", "=", uuid).execute();
    },

    /** Adds members, or changes their roles. */
    async putMembers(
      clientUuid: string,
      uuid: string,
      members: readonly { uuid: string; role: ProjectRole }[],
    ): Promise<void> {
      if (members.length === 0) return;
      await db
        .insertInto("team_members")
        .values(
          members.map((member) => ({
            team_uuid: uuid,
            client_uuid: clientUuid,
            user_uuid: member.uuid,
            role: member.role,
          })),
        )
        .onConflict((conflict) =>
          conflict
            .columns(["team_uuid", "user_uuid"])
            .doUpdateSet({ role: (row) => row.ref("excluded.role") }),
        )
        .execute();
    },

    /** Removes members. @param kept the uuids of users who stay. */
    async removeMembersBut(clientUuid: string, uuid: string, kept: readonly string[]): Promise<void> {
      await db
        .deleteFrom("team_members")
        .where("client_uuid", "=", clientUuid)
        .where("team_uuid", "=", uuid)
        .where(sql<boolean>`NOT user_uuid = ANY(${kept}::uuid[])`)
        .execute();
    },

    async removeMember(clientUuid: string, uuid: string, userUuid: string): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom("team_members")
        .where("client_uuid", "=", clientUuid)
        .where("team_uuid", "=", uuid)
        .where("user_uuid", "=", userUuid)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
  };
}
export type TeamsRepository = ReturnType<typeof createTeamsRepository>;
export type FoundTeam = NonNullable<Awaited<ReturnType<TeamsRepository["findTeam"]>>>;
export type FoundMember = Awaited<ReturnType<TeamsRepository["listMembers"]>>[number];
