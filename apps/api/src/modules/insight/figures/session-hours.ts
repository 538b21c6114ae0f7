import type { Analytics } from "../../../platform/clickhouse.ts";
import { CLOSE_SESSION_HOURS } from "./session-rows.ts";

/** The tables whose rows are merged to the latest versions, so that pages read completed days faster. */
const DAILY_TABLES = ["session_minutes", "session_hours"];

/** Creates the roll-up that the pages of analytics read. */
export function createSessionHours(analytics: Analytics) {
  const rows = async <T>(query: string, query_params: Record<string, unknown>): Promise<T[]> =>
    (await analytics.query({ query, query_params, format: "JSONEachRow" })).json<T>();

  return {
    /** Aggregates whole hours, given in seconds since 1970. Repeating it gives the same rows. */
    async closeHours(fromSec: number, untilSec: number, version: number): Promise<void> {
      const query_params = { from: fromSec, until: untilSec, version };
      await analytics.command({ query: CLOSE_SESSION_HOURS, query_params });
    },

    /** Merges the parts of a day's tables. @param day a date in UTC, such as 2026-11-26. */
    async tidyDay(day: string): Promise<void> {
      for (const table of DAILY_TABLES)
        await analytics.command({
          query: `OPTIMIZE TABLE ${table} PARTITION ${day.replaceAll("-", "")} FINAL`,
        });
    },

    /**
     * Lists closed hours with data that arrived after closing, because an edge stores what it cannot deliver on its disk.
     * @param sinceSec the earliest time of arrival.
     * @returns their starts, in seconds since 1970.
     */
    async listLateHours(range: {
      sinceSec: number;
      fromSec: number;
      closedUntilSec: number;
    }): Promise<number[]> {
      const taken = await rows<{ hour: number; taken: number }>(RECEIVED_HOURS, {
        since: range.sinceSec,
        from: range.fromSec,
        until: range.closedUntilSec,
      });
      if (taken.length === 0) return [];
      const hours = taken.map(({ hour }) => hour);
      const closed = await rows<{ hour: number; closedMs: number | string }>(CLOSED_AT, { hours });
      const closedMs = new Map(closed.map((row) => [row.hour, Number(row.closedMs)]));
      const isLate = ({ hour, taken: takenSec }: (typeof taken)[number]) =>
        (takenSec + VISIBLE_AFTER_SEC) * 1_000 > (closedMs.get(hour) ?? 0);
      return taken.filter(isLate).map(({ hour }) => hour);
    },
  };
}
export type SessionHours = ReturnType<typeof createSessionHours>;

/** The time after which a row is visible. It becomes visible a little after its time, and clocks differ. */
const VISIBLE_AFTER_SEC = 30;

const RECEIVED_HOURS = `SELECT toUnixTimestamp(toStartOfHour(minute)) AS hour, toUnixTimestamp(max(taken_at)) AS taken
  FROM session_minutes
  WHERE taken_at >= toDateTime({since:UInt32}, 'UTC') AND minute >= toDateTime({from:UInt32}, 'UTC')
    AND minute < toDateTime({until:UInt32}, 'UTC')
  GROUP BY hour ORDER BY hour`;

/** The query for when hours were closed, which only runs for the rare hours with late data. */
const CLOSED_AT = `SELECT toUnixTimestamp(at) AS hour, closedMs
  FROM (
    SELECT hour AS at, max(version) AS closedMs FROM session_hours
    WHERE hour IN (SELECT toDateTime(arrayJoin({hours:Array(UInt32)}), 'UTC')) GROUP BY at
  )`;
