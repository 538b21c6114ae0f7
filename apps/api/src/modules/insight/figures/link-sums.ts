import type { Analytics } from "../../../platform/clickhouse.ts";

/** How often an export link was watched, and when last. */
export interface LinkTotals {
  linkUuid: string;
  views: number;
  /** When the link was last watched, in seconds since 1970. */
  lastSec: number;
}

/** The query for the latest report of each session and minute through a link. */
const LINK_MINUTES_SQL = `SELECT client_uuid, link_uuid, minute, views FROM session_minutes FINAL WHERE link_uuid != ''`;

/** Creates the analytics queries about export links. */
export function createLinkSums(analytics: Analytics) {
  const rows = async <T>(query: string, params: Record<string, unknown>): Promise<T[]> => {
    const result = await analytics.query({ query, query_params: params, format: "JSONEachRow" });
    return result.json<T>();
  };
  return {
    /** Lists the links with reports since `sinceMs`. */
    async listReported(sinceMs: number): Promise<string[]> {
      const reported = await rows<{ linkUuid: string }>(
        `SELECT DISTINCT link_uuid AS linkUuid FROM session_minutes WHERE version > {since:UInt64} AND link_uuid != ''`,
        { since: sinceMs },
      );
      return reported.map(({ linkUuid }) => linkUuid);
    },

    /** Lists totals, of closed hours from the roll-up and of later hours from session minutes. */
    async listTotals(linkUuids: string[], closedUntilSec: number): Promise<LinkTotals[]> {
      const totals = await rows<LinkTotals>(
        `SELECT link_uuid AS linkUuid, sum(views) AS views, max(toUnixTimestamp(last)) AS lastSec FROM (
           SELECT link_uuid, views, last FROM link_hours FINAL
           WHERE link_uuid IN {links:Array(String)} AND hour < toDateTime({until:UInt32}, 'UTC')
           UNION ALL
           SELECT link_uuid, views, minute AS last FROM (${LINK_MINUTES_SQL}
             AND link_uuid IN {links:Array(String)} AND minute >= toDateTime({until:UInt32}, 'UTC'))
         ) GROUP BY link_uuid`,
        { links: linkUuids, until: closedUntilSec },
      );
      return totals.map((total) => ({
        ...total,
        views: Number(total.views),
        lastSec: Number(total.lastSec),
      }));
    },

    /** Aggregates whole hours, given in seconds since 1970. Repeating it gives the same rows. */
    async closeHours(fromSec: number, untilSec: number, version: number): Promise<void> {
      await analytics.command({
        query: `INSERT INTO link_hours
          SELECT client_uuid, link_uuid, toStartOfHour(minute) AS hour, {version:UInt64} AS version,
            sum(views), max(minute)
          FROM (${LINK_MINUTES_SQL}
            AND minute >= toDateTime({from:UInt32}, 'UTC') AND minute < toDateTime({until:UInt32}, 'UTC'))
          GROUP BY client_uuid, link_uuid, hour`,
        query_params: { from: fromSec, until: untilSec, version },
      });
    },
  };
}
export type LinkSums = ReturnType<typeof createLinkSums>;
