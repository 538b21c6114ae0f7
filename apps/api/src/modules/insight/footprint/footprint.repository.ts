import type { FootprintMethodId, FootprintReport } from "@shoal/contract";
import { sql } from "kysely";
import type { Tx } from "../../../platform/database.ts";

/** The time up to which corrections of hours were processed, in ms since 1970. */
const CORRECTED_CURSOR = "footprint.corrected_until";

export interface ReportKey {
  month: string;
  method: FootprintMethodId;
}

/** Creates the repository of reports, which are added and never changed. */
export function createFootprintRepository(db: Tx) {
  return {
    /** Lists every client, with its time zone and the next month to report. */
    listClients: () =>
      db
        .selectFrom("clients")
        .leftJoin("client_rules", "client_rules.client_uuid", "clients.uuid")
        .leftJoin("footprint_progress", "footprint_progress.client_uuid", "clients.uuid")
        .select(({ fn, val }) => [
          "clients.uuid as clientUuid",
          fn.coalesce("client_rules.time_zone", val("UTC")).as("timeZone"),
          "footprint_progress.next_month as nextMonth",
        ])
        .execute(),

    /** Locks a client, so that one replica at a time creates its reports. */
    lockClient: (clientUuid: string) =>
      sql`SELECT pg_advisory_xact_lock(hashtextextended(${`footprint ${clientUuid}`}, 0))`.execute(db),

    async findName(clientUuid: string): Promise<string> {
      const row = await db
        .selectFrom("clients")
        .select("name")
        .where("uuid", "=", clientUuid)
        .executeTakeFirst();
      return row?.name ?? "";
    },

    async findNextMonth(clientUuid: string): Promise<string | undefined> {
      const row = await db
        .selectFrom("footprint_progress")
        .select("next_month")
        .where("client_uuid", "=", clientUuid)
        .executeTakeFirst();
      return row?.next_month;
    },

    saveNextMonth: (clientUuid: string, next_month: string) =>
      db
        .insertInto("footprint_progress")
        .values({ client_uuid: clientUuid, next_month })
        .onConflict((conflict) => conflict.column("client_uuid").doUpdateSet({ next_month }))
        .execute(),

    /** Finds the method that the client chose for a month; undefined if there is none. */
    async findMethod(clientUuid: string, month: string): Promise<FootprintMethodId | undefined> {
      const row = await db
        .selectFrom("footprint_methods")
        .select("method")
        .where("client_uuid", "=", clientUuid)
        .where("from_month", "<=", month)
        .orderBy("from_month", "desc")
        .limit(1)
        .executeTakeFirst();
      return row?.method;
    },

    saveMethod: (clientUuid: string, from_month: string, method: FootprintMethodId) =>
      db
        .insertInto("footprint_methods")
        .values({ client_uuid: clientUuid, from_month, method })
        .onConflict((conflict) => conflict.columns(["client_uuid", "from_month"]).doUpdateSet({ method }))
        .execute(),

    /** Lists reports, the latest month first. */
    listReports: (clientUuid: string) =>
      db
        .selectFrom("footprint_reports")
        .select(["month", "method", "revision", "reason", "made_at"])
        .select(sql<FootprintReport["result"]>`report -> 'result'`.as("result"))
        .where("client_uuid", "=", clientUuid)
        .orderBy("month", "desc")
        .orderBy("method")
        .orderBy("revision", "desc")
        .execute(),

    /** Lists the latest revision of each month and method. */
    async listLatest(clientUuid: string): Promise<FootprintReport[]> {
      const rows = await db
        .selectFrom("footprint_reports")
        .distinctOn(["month", "method"])
        .select("report")
        .where("client_uuid", "=", clientUuid)
        .orderBy("month")
        .orderBy("method")
        .orderBy("revision", "desc")
        .execute();
      return rows.map(({ report }) => report);
    },

    /** Finds the latest revision of a report, or the requested one. */
    async findReport(clientUuid: string, { month, method }: ReportKey, revision?: number) {
      const row = await db
        .selectFrom("footprint_reports")
        .select("report")
        .where("client_uuid", "=", clientUuid)
        .where("month", "=", month)
        .where("method", "=", method)
        .$if(revision !== undefined, (query) => query.where("revision", "=", revision ?? 0))
        .orderBy("revision", "desc")
        .limit(1)
        .executeTakeFirst();
      return row?.report;
    },

    /** Finds the latest report of a month, by any method. */
    async findNewest(clientUuid: string, month: string) {
      const row = await db
        .selectFrom("footprint_reports")
        .select("report")
        .where("client_uuid", "=", clientUuid)
        .where("month", "=", month)
        .orderBy("made_at", "desc")
        .orderBy("revision", "desc")
        .limit(1)
        .executeTakeFirst();
      return row?.report;
    },

    addReport: (clientUuid: string, report: FootprintReport & Pick<StoredReport, "revision" | "reason">) =>
      db
        .insertInto("footprint_reports")
        .values({
          client_uuid: clientUuid,
          month: report.month,
          method: report.method.id,

          revision: report.revision,
          reason: report.reason,

          made_at: new Date(report.madeAt),
          report: JSON.stringify(report),
        })
        .execute(),

    async findCorrectedUntilMs(): Promise<number> {
      const row = await db
        .selectFrom("cursors")
        .select("value")
        .where("name", "=", CORRECTED_CURSOR)
        .executeTakeFirst();
      return typeof row?.value === "number" ? row.value : 0;
    },

    async saveCorrectedUntilMs(ms: number): Promise<void> {
      const value = JSON.stringify(ms);
      await db
        .insertInto("cursors")
        .values({ name: CORRECTED_CURSOR, value })
        .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
        .execute();
    },
  };
}
export type FootprintRepository = ReturnType<typeof createFootprintRepository>;

/** A stored report, which has a revision and a reason. */
export type StoredReport = FootprintReport & { revision: number; reason: "closed" | "corrected" | "asked" };
