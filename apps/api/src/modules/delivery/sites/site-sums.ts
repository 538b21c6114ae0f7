import type { Analytics } from "../../../platform/clickhouse.ts";

/** A site's totals for one step of a period, or for the whole period. */
export interface SiteSums {
  /** The start of the step, in seconds since 1970; null for the whole period. */
  stepSec: number | null;
  viewersNow: number;
  sessions: number;
  watchedSec: number;
  bytesServer: number;
  bytesWithin: number;
  bytesPeers: number;
}

/**
 * Adds up the latest report of each session and minute, by step and in total: a viewer across several steps counts once in the
 * total. Data that came directly from a live's publisher counts as off-site.
 */
const STEPS_SQL = `
  SELECT if(grouping(step) = 0, toUnixTimestamp(step), NULL) AS stepSec,
    uniqExactIf(session_uuid, version > {reportedSince:UInt64}) AS viewersNow, uniqExact(session_uuid) AS sessions,
    sum(sec_server + sec_peer) AS watchedSec,
    sum(bytes_server + bytes_direct) AS bytesServer,
    sumIf(bytes_peer - bytes_direct, is_site_closed = 1) AS bytesWithin,
    sumIf(bytes_peer - bytes_direct, is_site_closed = 0) AS bytesPeers
  FROM (
    SELECT toDateTime(intDiv(toUnixTimestamp(minute), {step:UInt32}) * {step:UInt32}, 'UTC') AS step, session_uuid, version,
      sec_server, sec_peer, bytes_server, bytes_peer, bytes_direct, is_site_closed
    FROM session_minutes FINAL
    WHERE client_uuid = {client:String} AND site_uuid = {site:String} AND minute >= toDateTime({since:UInt32}, 'UTC')
  )
  GROUP BY GROUPING SETS ((step), ())`;

/** Creates the ClickHouse queries for figures by site. */
export function createSiteSums(analytics: Analytics) {
  return {
    async listSteps(
      { clientUuid, siteUuid }: { clientUuid: string; siteUuid: string },
      { sinceSec, stepSec, reportedSinceMs }: { sinceSec: number; stepSec: number; reportedSinceMs: number },
    ): Promise<SiteSums[]> {
      const result = await analytics.query({
        query: STEPS_SQL,
        query_params: {
          client: clientUuid,
          site: siteUuid,

          since: sinceSec,
          step: stepSec,
          reportedSince: reportedSinceMs,
        },
        format: "JSONEachRow",
      });
      const rows = await result.json<Record<keyof SiteSums, number | string | null>>();
      return rows.map(
        (row) =>
          Object.fromEntries(
            Object.entries(row).map(([name, value]) => [name, value === null ? null : Number(value)]),
          ) as unknown as SiteSums,
      );
    },
  };
}
