import { sql } from "kysely";
import type { Database } from "../../../platform/database.ts";

const DAY_SEC = 86_400;

/** The versions of aggregated days, by their start in seconds since 1970. */
export type SummedDays = ReadonlyMap<number, number>;

const toIsoDay = (sec: number): string => new Date(sec * 1_000).toISOString().slice(0, 10);

/** Creates the repository of the days that have daily totals, identified by their start in seconds since 1970. */
export function createSummedDaysRepository(db: Database) {
  const list = async (): Promise<{ daySec: number; version: number; isSummed: boolean }[]> => {
    const rows = await db
      .selectFrom("summed_days")
      .select([sql<string>`day::text`.as("day"), "version", "is_summed"])
      .execute();
    return rows.map(({ day, version, is_summed }) => ({
      daySec: Date.parse(day) / 1_000,
      version: Number(version),
      isSummed: is_summed,
    }));
  };

  return {
    /** Lists the aggregated days and formerly aggregated days. */
    list,

    async listSummed(): Promise<SummedDays> {
      const summed = (await list()).filter(({ isSummed }) => isSummed);
      return new Map(summed.map(({ daySec, version }) => [daySec, version]));
    },

    /** Returns a version that is higher than any earlier version. */
    async nextVersion(): Promise<number> {
      const { rows } = await sql<{
        version: string;
      }>`SELECT nextval('summed_days_version')::text AS version`.execute(db);
      return Number(rows[0]?.version);
    },

    /** Marks a day as aggregated, unless its data changed since the version was read. */
    async save(daySec: number, version: number): Promise<void> {
      await sql`INSERT INTO summed_days (day, version, is_summed) VALUES (${toIsoDay(daySec)}::date, ${version}, true)
        ON CONFLICT (day) DO UPDATE SET version = excluded.version, is_summed = true
        WHERE summed_days.version < excluded.version`.execute(db);
    },

    /** Invalidates daily totals, including totals being computed at this moment. */
    async invalidate(daysSec: readonly number[]): Promise<void> {
      const days = [...new Set(daysSec.map((sec) => toIsoDay(sec - (sec % DAY_SEC))))];
      if (days.length === 0) return;
      await sql`INSERT INTO summed_days (day, version, is_summed)
        SELECT day, nextval('summed_days_version'), false FROM unnest(${days}::date[]) AS days (day)
        ON CONFLICT (day) DO UPDATE SET version = excluded.version, is_summed = false`.execute(db);
    },
  };
}
export type SummedDaysRepository = ReturnType<typeof createSummedDaysRepository>;
