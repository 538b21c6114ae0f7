import type { ALERT_SORTS, AlertFilter } from "@shoal/contract";
import { type Expression, type SqlBool, sql } from "kysely";
import type { Tx } from "../../../platform/database.ts";
import type { ListedAlert } from "./alerts.present.ts";

type SortField = (typeof ALERT_SORTS)[number];

const TITLE_SQL = sql<
  string | null
>`coalesce(videos.title, nullif(plugin_videos.title, ''), plugin_videos.name)`;
const SORT_EXPRESSIONS: Record<SortField, ReturnType<typeof sql>> = {
  openedAt: sql`alerts.opened_at`,
  // Open alerts, which have no closing time, are sorted after all closed alerts.
  closedAt: sql`coalesce(alerts.closed_at, 'infinity')`,
  kind: sql`alerts.kind`,
  video: sql`lower(coalesce(videos.title, nullif(plugin_videos.title, ''), alerts.subject_title, alerts.subject)) COLLATE "fr-x-icu"`,
};

export interface AlertsOrder {
  field: SortField;
  direction: 1 | -1;
}

/** Creates the repository of clients' alerts, without those that have not opened. */
export function createAlertsRepository(db: Tx) {
  const shown = (clientUuid: string) =>
    db
      .selectFrom("alerts")
      .leftJoin("videos", (join) =>
        join
          .onRef("videos.client_uuid", "=", "alerts.client_uuid")
          .on(sql<boolean>`videos.uuid = CASE WHEN alerts.is_ours THEN alerts.subject::uuid END`)
          .on("videos.trashed_at", "is", null)
          .on("videos.is_deleted", "=", false),
      )
      .leftJoin("plugin_videos", (join) =>
        join
          .onRef("plugin_videos.client_uuid", "=", "alerts.client_uuid")
          .onRef("plugin_videos.name", "=", "alerts.subject")
          .on("alerts.is_ours", "=", false),
      )
      .where("alerts.client_uuid", "=", clientUuid)
      .where("alerts.phase", "!=", "rising");
  const whole = (clientUuid: string) =>
    shown(clientUuid)
      .selectAll("alerts")
      .select([TITLE_SQL.as("title"), sql<boolean>`videos.uuid IS NOT NULL`.as("has_page")]);

  return {
    listAlerts(
      clientUuid: string,
      filter: AlertFilter,
      { field, direction, limit, offset }: AlertsOrder & { limit: number; offset: number },
    ): Promise<ListedAlert[]> {
      return conditionsOf(filter)
        .reduce((select, condition) => select.where(condition), whole(clientUuid))
        .orderBy(SORT_EXPRESSIONS[field], direction === 1 ? "asc" : "desc")
        .orderBy("alerts.opened_at", "desc")
        .orderBy("alerts.uuid")
        .limit(limit)
        .offset(offset)
        .execute();
    },

    async countAlerts(clientUuid: string, filter: AlertFilter): Promise<number> {
      const all = db
        .selectFrom("alerts")
        .where("alerts.client_uuid", "=", clientUuid)
        .where("alerts.phase", "!=", "rising");
      const { count } = await conditionsOf(filter)
        .reduce((select, condition) => select.where(condition), all)
        .select(sql<number>`count(*)`.as("count"))
        .executeTakeFirstOrThrow();
      return count;
    },

    findAlert: (clientUuid: string, uuid: string): Promise<ListedAlert | undefined> =>
      whole(clientUuid).where("alerts.uuid", "=", uuid).executeTakeFirst(),

    /** Acknowledges an alert. @returns whether this was the first acknowledgement. */
    async acknowledge(
      { clientUuid, uuid }: { clientUuid: string; uuid: string },
      { by, note, at }: { by: string; note: string | null; at: Date },
    ): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable("alerts")
        .set({ acknowledged_at: at, acknowledged_by: by, note })
        .where("client_uuid", "=", clientUuid)
        .where("uuid", "=", uuid)
        .where("phase", "!=", "rising")
        .where("acknowledged_at", "is", null)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /** Lists the stored values of kinds that sessions do not report, in chronological order. */
    listValues: (clientUuid: string, alertUuid: string) =>
      db
        .selectFrom("alert_values")
        .select(["at", "until", "value"])
        .where("client_uuid", "=", clientUuid)
        .where("alert_uuid", "=", alertUuid)
        .orderBy("at")
        .execute(),
  };
}

function conditionsOf({ state, kind, video, from, to }: AlertFilter): Expression<SqlBool>[] {
  const conditions: Expression<SqlBool>[] = [];
  if (state === "closed") conditions.push(sql`alerts.phase = 'closed'`);
  else if (state) {
    conditions.push(sql`alerts.phase <> 'closed'`);
    conditions.push(
      state === "open" ? sql`alerts.acknowledged_at IS NULL` : sql`alerts.acknowledged_at IS NOT NULL`,
    );
  }
  if (kind) conditions.push(sql`alerts.kind = ${kind}`);
  if (video) conditions.push(sql`alerts.subject = ${video}`);
  if (from) conditions.push(sql`(alerts.closed_at IS NULL OR alerts.closed_at >= ${from}::timestamptz)`);
  if (to) conditions.push(sql`alerts.opened_at < ${to}::timestamptz`);
  return conditions;
}
