import type { ProjectStatus } from "@shoal/contract";
import { type Insertable, type RawBuilder, type SqlBool, sql } from "kysely";
import type { Tx } from "../../../platform/database.ts";
import { type VersionKey, versionCondition } from "../projects/index.ts";
import type { ApprovalDecisionRow } from "./approvals.table.ts";
import { currentFileSql, isOfEarlierFile } from "./decided-file.ts";

/** Returns whether a reminder is due. @param asked an alias of `approval_requests`. */
export const isReminderDue = (asked: string): RawBuilder<SqlBool> => {
  const decided = sql`FROM approval_decisions AS decided
    WHERE decided.project_uuid = ${sql.ref(`${asked}.project_uuid`)}
      AND decided.version_number = ${sql.ref(`${asked}.version_number`)}
      AND decided.user_uuid = ${sql.ref(`${asked}.user_uuid`)}`;
  const isEarlier = isOfEarlierFile("decided");
  return sql<SqlBool>`(EXISTS (SELECT ${decided} AND decided.decided_at >= ${sql.ref(`${asked}.asked_at`)} AND ${isEarlier})
    AND NOT EXISTS (SELECT ${decided} AND NOT ${isEarlier}))`;
};

/** Creates the repository of one client's reviewers and decisions. */
export function createApprovalsRepository(db: Tx) {
  return {
    /** Finds the newest version; undefined for a project without versions. */
    async findNewest(clientUuid: string, projectUuid: string): Promise<number | undefined> {
      const row = await db
        .selectFrom("project_versions")
        .select((eb) => eb.fn.max("number").as("number"))
        .where("client_uuid", "=", clientUuid)
        .where("project_uuid", "=", projectUuid)
        .executeTakeFirst();
      return row?.number ?? undefined;
    },

    /** Lists the requests of a version in their order. */
    listRequests: (place: VersionKey) =>
      db
        .selectFrom("approval_requests")
        .leftJoin("users", "users.uuid", "approval_requests.user_uuid")
        .leftJoin("users as askers", "askers.uuid", "approval_requests.asked_by_uuid")
        .select([
          "approval_requests.uuid",
          "approval_requests.user_uuid",
          "approval_requests.asked_at",
          "approval_requests.due_at",
          sql<string>`coalesce(users.username, approval_requests.username)`.as("username"),
          sql<string>`coalesce(askers.username, approval_requests.asked_by)`.as("asked_by"),
        ])
        .where(versionCondition(place, "approval_requests"))
        .orderBy("approval_requests.asked_at")
        .orderBy(sql`lower(approval_requests.username)`)
        .execute(),

    /** Lists the decisions on a version, newest first. */
    listDecisions: (place: VersionKey) =>
      db
        .selectFrom("approval_decisions")
        .leftJoin("users", (join) =>
          join
            .onRef("users.uuid", "=", "approval_decisions.user_uuid")
            .onRef("users.client_uuid", "=", "approval_decisions.client_uuid"),
        )
        .select([
          "approval_decisions.uuid",
          "approval_decisions.user_uuid",
          "approval_decisions.decision",
          "approval_decisions.note",
          "approval_decisions.decided_at",
          isOfEarlierFile("approval_decisions").as("is_of_earlier_file"),
          sql<string>`coalesce(users.username, approval_decisions.username)`.as("username"),
        ])
        .where(versionCondition(place, "approval_decisions"))
        .orderBy("approval_decisions.seq", "desc")
        .execute(),

    /** Requests decisions from people; people already requested get the new due date, and new reminders if it changed. */
    async putRequests(
      { clientUuid, projectUuid, number }: VersionKey,
      people: readonly { uuid: string; username: string }[],
      asked: { byUuid: string | null; by: string; dueAt: Date | null },
    ): Promise<void> {
      if (people.length === 0) return;
      await db
        .insertInto("approval_requests")
        .values(
          people.map(({ uuid, username }) => ({
            project_uuid: projectUuid,
            client_uuid: clientUuid,
            version_number: number,
            user_uuid: uuid,
            username,
            asked_by_uuid: asked.byUuid,
            asked_by: asked.by,
            due_at: asked.dueAt,
          })),
        )
        .onConflict((conflict) =>
          conflict
            .columns(["project_uuid", "version_number", "user_uuid"])
            .doUpdateSet({
              due_at: (row) => row.ref("excluded.due_at"),
              reminded_before_at: null,
              reminded_at: null,
            })
            .where(sql<SqlBool>`approval_requests.due_at IS DISTINCT FROM excluded.due_at`),
        )
        .execute();
    },

    /** Withdraws the requests to all other people. */
    async keepRequests(place: VersionKey, userUuids: readonly string[]): Promise<void> {
      await db
        .deleteFrom("approval_requests")
        .where(versionCondition(place, "approval_requests"))
        .where(sql<SqlBool>`(user_uuid IS NULL OR NOT user_uuid = ANY(${userUuids}::uuid[]))`)
        .execute();
    },

    /**
     * Requests new decisions from the people who decided on an earlier file of the version, and have neither decided on the
     * current file nor been requested to.
     * @returns their number.
     */
    async remind({ clientUuid, projectUuid, number }: VersionKey): Promise<number> {
      const again = await db
        .deleteFrom("approval_requests")
        .where(versionCondition({ clientUuid, projectUuid, number }, "approval_requests"))
        .where(isReminderDue("approval_requests"))
        .returning(["user_uuid", "username", "asked_by_uuid", "asked_by", "due_at"])
        .execute();
      if (again.length === 0) return 0;
      await db
        .insertInto("approval_requests")
        .values(
          again.map(({ due_at, ...asked }) => ({
            ...asked,
            project_uuid: projectUuid,
            client_uuid: clientUuid,
            version_number: number,
            // A due date in the past does not apply to the new file.
            due_at: due_at !== null && due_at.getTime() > Date.now() ? due_at : null,
          })),
        )
        .execute();
      return again.length;
    },

    findDecision: (clientUuid: string, uuid: string) =>
      db
        .selectFrom("approval_decisions")
        .select(["project_uuid", "version_number", "user_uuid"])
        .where("client_uuid", "=", clientUuid)
        .where("uuid", "=", uuid)
        .executeTakeFirst(),

    /** Adds a decision on the file that the version currently shows. @returns false if any client already uses the uuid. */
    async addDecision(decision: Omit<Insertable<ApprovalDecisionRow>, "file_object">): Promise<boolean> {
      const { numInsertedOrUpdatedRows = 0n } = await db
        .insertInto("approval_decisions")
        .values({ ...decision, file_object: currentFileSql(decision.project_uuid, decision.version_number) })
        .onConflict((conflict) => conflict.column("uuid").doNothing())
        .executeTakeFirst();
      return numInsertedOrUpdatedRows > 0n;
    },

    async setStatus(clientUuid: string, projectUuid: string, status: ProjectStatus): Promise<void> {
      if (status === "archived") return;
      await db
        .updateTable("projects")
        .set({ status })
        .where("client_uuid", "=", clientUuid)
        .where("uuid", "=", projectUuid)
        .execute();
    },
  };
}
export type ApprovalsRepository = ReturnType<typeof createApprovalsRepository>;
export type FoundRequest = Awaited<ReturnType<ApprovalsRepository["listRequests"]>>[number];
export type FoundDecision = Awaited<ReturnType<ApprovalsRepository["listDecisions"]>>[number];
