import type { AlertKind, AlertRules } from "@shoal/contract";
import { type Insertable, type Selectable, sql, type Updateable } from "kysely";
import type { Tx } from "../../../platform/database.ts";
import type { AlertRow } from "../../../platform/schema.ts";

/** An alert that is rising, open or falling. */
export type LiveAlert = Selectable<AlertRow>;

/** The interval in seconds at which values that no session reports are stored, so that charts of weeks have few points. */
const VALUE_INTERVALS_SEC: Partial<Record<AlertKind, number>> = { stream_down: 60, quota: 600 };

/** Creates the repository of alerts that are not closed, of all clients, because one check judges them all. */
export function createAlertStatesRepository(db: Tx) {
  return {
    /** Finds the time up to which these kinds were judged, in ms since 1970. */
    findCursor: async (name: string) => toNumber(await selectCursor(db, name).executeTakeFirst()),
    /** Reads a cursor and locks it until the transaction ends. */
    lockCursor: async (name: string) => toNumber(await selectCursor(db, name).forUpdate().executeTakeFirst()),

    async saveCursor(name: string, ms: number): Promise<void> {
      const value = JSON.stringify(ms);
      await db
        .insertInto("cursors")
        .values({ name, value })
        .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
        .execute();
    },

    /** Locks the clients that have alerts which are not closed, in a fixed order, against deletion. */
    async lockClientsOfLive(kinds: readonly AlertKind[]): Promise<void> {
      const alerted = db
        .selectFrom("alerts")
        .select("client_uuid")
        .where("phase", "!=", "closed")
        .where("kind", "in", kinds);
      await db
        .selectFrom("clients")
        .select("uuid")
        .where("uuid", "in", alerted)
        .orderBy("uuid")
        .forKeyShare()
        .execute();
    },

    lockLive: (kinds: readonly AlertKind[]): Promise<LiveAlert[]> =>
      db
        .selectFrom("alerts")
        .selectAll()
        .where("phase", "!=", "closed")
        .where("kind", "in", kinds)
        .orderBy("uuid")
        .forUpdate()
        .execute(),

    /** Finds rules by client, null for the default rules. Locks the rows of the clients until the transaction ends. */
    async findRules(clientUuids: readonly string[]): Promise<Map<string, AlertRules | null>> {
      if (clientUuids.length === 0) return new Map();
      const rows = await db
        .selectFrom("clients")
        .leftJoin("alert_rules", "alert_rules.client_uuid", "clients.uuid")
        .select(["clients.uuid", "alert_rules.rules"])
        .where("clients.uuid", "in", clientUuids)
        .forKeyShare("clients")
        .execute();
      return new Map(rows.map(({ uuid, rules }) => [uuid, rules]));
    },

    addAlert: (alert: Insertable<AlertRow>): Promise<LiveAlert> =>
      db.insertInto("alerts").values(alert).returningAll().executeTakeFirstOrThrow(),

    updateAlert: (alert: LiveAlert, change: Updateable<AlertRow>): Promise<LiveAlert> =>
      db
        .updateTable("alerts")
        .set(change)
        .where("client_uuid", "=", alert.client_uuid)
        .where("uuid", "=", alert.uuid)
        .returningAll()
        .executeTakeFirstOrThrow(),

    async deleteAlert({ client_uuid, uuid }: LiveAlert): Promise<void> {
      await db.deleteFrom("alerts").where("client_uuid", "=", client_uuid).where("uuid", "=", uuid).execute();
    },

    /** Stores the value of a kind that sessions do not report. */
    async keepValue({ uuid, client_uuid, kind }: LiveAlert, toMs: number, value: number): Promise<void> {
      const everySec = VALUE_INTERVALS_SEC[kind];
      if (everySec === undefined) return;
      const at = new Date(Math.floor((toMs - 1) / (everySec * 1_000)) * everySec * 1_000);
      const until = new Date(at.getTime() + everySec * 1_000);
      await db
        .insertInto("alert_values")
        .values({ alert_uuid: uuid, client_uuid, at, until, value })
        .onConflict((conflict) => conflict.columns(["alert_uuid", "at"]).doUpdateSet({ value }))
        .execute();
    },

    /** Deletes alerts closed before a date, with their history. */
    async deleteClosedBefore(date: Date): Promise<void> {
      await db
        .deleteFrom("alerts")
        .where("phase", "=", "closed")
        .where(sql<boolean>`closed_at < ${date}`)
        .execute();
    },
  };
}
const selectCursor = (db: Tx, name: string) =>
  db.selectFrom("cursors").select("value").where("name", "=", name);
const toNumber = (row: { value: unknown } | undefined): number | undefined =>
  typeof row?.value === "number" ? row.value : undefined;

export type AlertStatesRepository = ReturnType<typeof createAlertStatesRepository>;
