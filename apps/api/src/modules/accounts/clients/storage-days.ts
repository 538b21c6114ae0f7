import { monthOfUtc } from "@shoal/domain/billing";
import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import type { Database, Tx } from "../../../platform/database.ts";
import type { Bigint } from "../../../platform/schema/columns.ts";
import { createStorageRepository } from "./storage.repository.ts";

/** The stored bytes of a client on a UTC day. */
export interface StorageDayRow {
  client_uuid: string;
  /** A date in UTC, such as 2026-11-29. */
  day: string;
  bytes: Bigint;
}

declare module "../../../platform/schema.ts" {
  interface Schema {
    storage_days: StorageDayRow;
  }
}

export const storageDayTables: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`CREATE TABLE storage_days (
      client_uuid uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
      day text NOT NULL,
      bytes bigint NOT NULL,
      PRIMARY KEY (client_uuid, day)
    )`.execute(db);
  },
};

/** Milliseconds between measurements; a new client gets its first day within this time. */
export const MEASURE_PAUSE_MS = 600_000;
const toIsoDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Measures what each client stores, once a day. Any replica can run this; the first measurement of a day counts. */
export async function measureStorage(db: Database, nowMs = Date.now()): Promise<void> {
  const day = toIsoDay(nowMs);
  const { rows } = await sql<{ uuid: string }>`SELECT uuid FROM clients WHERE NOT EXISTS (
    SELECT 1 FROM storage_days WHERE client_uuid = clients.uuid AND day = ${day}
  ) ORDER BY number`.execute(db);
  const storage = createStorageRepository(db);
  for (const { uuid } of rows) {
    const [{ storedBytes }, sentBytes] = [await storage.readStored(uuid), await storage.readSent(uuid)];
    // A client deleted in the meantime gets no row.
    await sql`INSERT INTO storage_days (client_uuid, day, bytes)
      SELECT uuid, ${day}, ${storedBytes + sentBytes} FROM clients WHERE uuid = ${uuid} FOR KEY SHARE ON CONFLICT DO NOTHING`.execute(
      db,
    );
  }
}

/** Adds up the daily stored bytes of each client in a month, for administrators only. @param month such as 2026-11. */
export async function sumStorageDaysForAdministration(db: Tx, month: string): Promise<Map<string, number>> {
  const { fromMs, untilMs } = monthOfUtc(month);
  const rows = await db
    .selectFrom("storage_days")
    .select(["client_uuid", sql<number>`sum(bytes)::float8`.as("byteDays")])
    .where("day", ">=", toIsoDay(fromMs))
    .where("day", "<", toIsoDay(untilMs))
    .groupBy("client_uuid")
    .execute();
  return new Map(rows.map(({ client_uuid: uuid, byteDays }) => [uuid, byteDays]));
}

/** Reads the stored bytes of a client on the days of a month. @param month such as 2026-11. */
export async function readStorageDays(
  db: Tx,
  clientUuid: string,
  month: string,
): Promise<Map<string, number>> {
  const { fromMs, untilMs } = monthOfUtc(month);
  const rows = await db
    .selectFrom("storage_days")
    .select(["day", "bytes"])
    .where("client_uuid", "=", clientUuid)
    .where("day", ">=", toIsoDay(fromMs))
    .where("day", "<", toIsoDay(untilMs))
    .execute();
  return new Map(rows.map(({ day, bytes }) => [day, bytes]));
}
