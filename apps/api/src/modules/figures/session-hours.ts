import type { Analytics } from "../../platform/clickhouse.ts";
import { CLOSE_SESSION_HOURS } from "./session-rows.ts";

/** Rows of which the latest version counts are merged, so that pages read a day that is over without looking for others. */
const DAILY_TABLES = ["session_minutes", "session_hours"];

/** The roll-up that the pages of analytics read. */
export function createSessionHours(analytics: Analytics) {
  return {
    /** Aggregates hours anew: doing it twice gives the same rows. Seconds since 1970, whole hours. */
    async closeHours(fromSec: number, untilSec: number, version: number): Promise<void> {
      const query_params = { from: fromSec, until: untilSec, version };
      await analytics.command({ query: CLOSE_SESSION_HOURS, query_params });
    },

    /** @param day of UTC, as 2026-11-26 */
    async tidyDay(day: string): Promise<void> {
      for (const table of DAILY_TABLES)
        await analytics.command({
          query: `OPTIMIZE TABLE ${table} PARTITION ${day.replaceAll("-", "")} FINAL`,
        });
    },

    /**
     * Closed hours of which something came after they were closed: an edge keeps on its disk what it cannot hand over.
     * @param sinceSec when it came, at the earliest.
     * @returns their beginnings, in seconds since 1970.
     */
    async listLateHours(range: {
      sinceSec: number;
      fromSec: number;
      closedUntilSec: number;
    }): Promise<number[]> {
      const result = await analytics.query({
        query: LATE_HOURS,
        query_params: { since: range.sinceSec, from: range.fromSec, until: range.closedUntilSec },
        format: "JSONEachRow",
      });
      const rows = await result.json<{ late: number }>();
      return rows.map(({ late }) => Number(late));
    },
  };
}
export type SessionHours = ReturnType<typeof createSessionHours>;

/** A row becomes visible a little after the time that it carries, and clocks differ. */
const VISIBLE_AFTER_SEC = 30;

const LATE_HOURS = `SELECT toUnixTimestamp(late.hour) AS late
  FROM (
    SELECT toStartOfHour(minute) AS hour, max(taken_at) AS taken FROM session_minutes
    WHERE taken_at >= toDateTime({since:UInt32}, 'UTC') AND minute >= toDateTime({from:UInt32}, 'UTC')
      AND minute < toDateTime({until:UInt32}, 'UTC')
    GROUP BY hour
  ) AS late
  LEFT JOIN (
    SELECT hour, max(version) AS version FROM session_hours
    WHERE hour >= toDateTime({from:UInt32}, 'UTC') AND hour < toDateTime({until:UInt32}, 'UTC') GROUP BY hour
  ) AS closed ON closed.hour = late.hour
  WHERE toUnixTimestamp(late.taken) + ${VISIBLE_AFTER_SEC} > intDiv(closed.version, 1000)
  ORDER BY late`;
