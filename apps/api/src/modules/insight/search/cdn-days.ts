import { QueryParams } from "./query-params.ts";
import type { SearchStatement } from "./search-statements.ts";

const DAY_MS = 86_400_000;
/** From this age in days on, figures are read from closed hours, which are kept. Session-minutes are only kept for 90 days. */
const MINUTES_SINCE_DAYS = 60;

/**
 * Lists the UTC days from one point in time to another, as YYYY-MM-DD.
 * @returns undefined if the second time is earlier, or if there are more than `max`.
 * @example daysOf(["2026-01-01T10:00:00Z", "2026-01-02T00:00:00Z"], 10) // ["2026-01-01", "2026-01-02"]
 */
export function daysOf([from = "", to = from]: readonly string[], max: number): string[] | undefined {
  const [first, last] = [from, to].map((moment) => Math.floor(Date.parse(moment) / DAY_MS));
  if (first === undefined || last === undefined || last < first || last - first >= max) return undefined;
  return Array.from({ length: last - first + 1 }, (_, index) =>
    new Date((first + index) * DAY_MS).toISOString().slice(0, 10),
  );
}

/**
 * Returns the statement for the delivery of each day (`day`, `mb`), from the roll-up for closed hours and from session-minutes
 * for later hours.
 */
export function cdnStatement(clientUuid: string, days: readonly string[], nowMs: number): SearchStatement {
  const params = new QueryParams();
  const sec = (ms: number) => Math.min(Math.max(0, Math.floor(ms / 1_000)), 2 ** 32 - 1);
  const moment = (ms: number) => `toDateTime(${params.add("UInt32", sec(ms))}, 'UTC')`;
  const client = params.add("String", clientUuid);
  const fromMs = Date.parse(days[0] ?? "");
  const untilMs = Date.parse(days.at(-1) ?? "") + DAY_MS;
  const splitMs = Math.floor(nowMs / DAY_MS - MINUTES_SINCE_DAYS) * DAY_MS;
  const query = `SELECT toString(toDate(at, 'UTC')) AS day, sum(bytes) / 1e6 AS mb FROM (
      SELECT hour AS at, bytes_server AS bytes FROM video_hours FINAL
      WHERE client_uuid = ${client} AND hour >= ${moment(fromMs)} AND hour < ${moment(Math.min(untilMs, splitMs))}
      UNION ALL
      SELECT minute AS at, bytes_server AS bytes FROM session_minutes FINAL
      WHERE client_uuid = ${client} AND minute >= ${moment(Math.max(fromMs, splitMs))} AND minute < ${moment(untilMs)}
    ) GROUP BY day`;
  return { query, params: params.values };
}
