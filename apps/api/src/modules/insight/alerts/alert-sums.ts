import type { Analytics } from "../../../platform/clickhouse.ts";
import { type BilledPeriod, billedHoursSql, billedParams } from "../figures/index.ts";

/** The maximum number of rows per response, those with the most sessions first. */
const MAX_ROWS = 50_000;
/** The time limit of a query. A query that takes longer is repeated in the next check. */
const QUERY_TIMEOUT_MS = 15_000;
/** The maximum difference between the clocks of edges and ClickHouse. Older rows are about earlier minutes. */
const CLOCK_TOLERANCE_SEC = 300;
/** The maximum rebuffering per hour, which is ten hours. The maximum is reached if viewers wait without playing anything. */
const MAX_REBUFFERING = 36_000;
/** The number of preceding hours whose offload counts as usual, if enough was delivered. */
const USUAL_HOURS = 24;
const MIN_USUAL_BYTES = 100_000_000;

/** The figures of a period's sessions for a video, or for all of the client's. */
export interface SessionValues {
  client: string;
  /** The video; "" for all together. */
  subject: string;
  /** The start of the period, in seconds since 1970. */
  atSec: number;
  sessions: number;
  /** The number of watched videos, in the values for all together. */
  videos: number;
  /** The seconds of rebuffering for each hour viewed; null if nothing was played or loaded. */
  rebuffering: number | null;
  /** The sessions with errors, in percent. */
  errors: number;
  /** The peers' part of the delivery, in percent; null if there was no delivery. */
  offload: number | null;
}

/** The minimum unverified bytes per hour. Smaller amounts are ignored. */
const MIN_UNVERIFIED_BYTES = 1_000_000_000;

/** How much of the delivery that a client's players claimed in an hour is not verified. */
export interface ClaimValues {
  client: string;
  /** The unbilled part of the claims beyond the usual level, in percent of all claims. */
  unverifiedPercent: number;
  /** The use of an address's billed allowance, in percent. */
  addressPercent: number;
}

/** The latest report of each session and minute, without rows older than the requested period. */
const LATEST_MINUTES_SQL = `SELECT client_uuid, video_uuid, session_uuid, minute,
    toFloat64(argMax(sec_server + sec_peer, version)) AS played,
    toFloat64(argMax(sec_rebuf_http + sec_rebuf_p2p, version)) AS waited,
    argMax(errors, version) > 0 AS has_errors,
    argMax(bytes_server, version) AS from_server, argMax(bytes_peer, version) AS from_peer
  FROM session_minutes
  WHERE minute >= toDateTime({from:UInt32}, 'UTC') AND minute < toDateTime({to:UInt32}, 'UTC')
    AND taken_at >= toDateTime({taken:UInt32}, 'UTC')`;
const ONE_PER_SESSION = "GROUP BY client_uuid, video_uuid, session_uuid, minute";

const VALUES_SQL = `uniqExact(session_uuid) AS sessions, uniqExact(video_uuid) AS videos,
  if(sum(played) + sum(waited) = 0, NULL,
    least(3600 * sum(waited) / greatest(sum(played), 1), ${MAX_REBUFFERING})) AS rebuffering,
  100 * uniqExactIf(session_uuid, has_errors) / sessions AS errors,
  if(sum(from_server) + sum(from_peer) = 0, NULL,
    100 * sum(from_peer) / (sum(from_server) + sum(from_peer))) AS offload`;

const STEP_SQL =
  "{from:UInt32} + intDiv(toUnixTimestamp(minute) - {from:UInt32}, {step:UInt32}) * {step:UInt32}";

export interface SummedPeriod {
  /** The start in seconds since 1970, like the end at full minutes. The end is exclusive. */
  fromSec: number;
  toSec: number;
}

/** Creates the analytics queries for alerts. Each throws while ClickHouse does not respond. */
export function createAlertSums(analytics: Analytics) {
  const runQuery = async <T>(query: string, params: Record<string, unknown>): Promise<T[]> => {
    const result = await analytics.query({
      query,
      query_params: params,
      format: "JSONEachRow",
      abort_signal: AbortSignal.timeout(QUERY_TIMEOUT_MS),
    });
    return result.json<T>();
  };
  const rangeOf = ({ fromSec, toSec }: SummedPeriod, stepSec: number) => ({
    from: fromSec,
    to: toSec,
    step: stepSec,
    taken: fromSec - CLOCK_TOLERANCE_SEC,
  });

  return {
    /** Lists the minutes of all clients, of each video and of all videos together. */
    async listMinutes(stretch: SummedPeriod): Promise<SessionValues[]> {
      const rows = await runQuery<SessionValues>(
        `SELECT client_uuid AS client, if(grouping(video_uuid) = 1, '', video_uuid) AS subject, ${STEP_SQL} AS atSec, ${VALUES_SQL}
         FROM (${LATEST_MINUTES_SQL} ${ONE_PER_SESSION}) AS latest
         GROUP BY GROUPING SETS ((client_uuid, video_uuid, atSec), (client_uuid, atSec))
         ORDER BY sessions DESC LIMIT ${MAX_ROWS}`,
        rangeOf(stretch, 60),
      );
      return rows.map(numbersOf);
    },

    /** Lists the steps of a client's video, or of all its videos together. Steps without viewers are omitted. */
    async listSteps(
      stretch: SummedPeriod,
      { client, subject, stepSec }: { client: string; subject: string; stepSec: number },
    ): Promise<SessionValues[]> {
      const clientCondition = `client_uuid = {client:String} AND ({subject:String} = '' OR video_uuid = {subject:String})`;
      const rows = await runQuery<SessionValues>(
        `SELECT {client:String} AS client, {subject:String} AS subject, ${STEP_SQL} AS atSec, ${VALUES_SQL}
         FROM (${LATEST_MINUTES_SQL} AND ${clientCondition} ${ONE_PER_SESSION}) AS latest GROUP BY atSec ORDER BY atSec`,
        { ...rangeOf(stretch, stepSec), client, subject },
      );
      return rows.map(numbersOf);
    },

    /** Lists the offload of the day before an hour, in percent, by `subjectKey`. Subjects with little delivery are omitted. */
    async listUsualOffload(clients: readonly string[], beforeSec: number): Promise<Map<string, number>> {
      const rows = await runQuery<{ client: string; subject: string; usual: number }>(
        `SELECT client_uuid AS client, if(grouping(video_uuid) = 1, '', video_uuid) AS subject,
           100 * sum(bytes_peer) / sum(bytes_server + bytes_peer) AS usual
         FROM video_hours FINAL
         WHERE client_uuid IN {clients:Array(String)} AND hour >= toDateTime({from:UInt32}, 'UTC')
           AND hour < toDateTime({to:UInt32}, 'UTC')
         GROUP BY GROUPING SETS ((client_uuid, video_uuid), (client_uuid))
         HAVING sum(bytes_server + bytes_peer) >= ${MIN_USUAL_BYTES}
         ORDER BY sum(bytes_server + bytes_peer) DESC LIMIT ${MAX_ROWS}`,
        { clients, from: beforeSec - USUAL_HOURS * 3_600, to: beforeSec },
      );
      return new Map(rows.map((row) => [subjectKey(row.client, row.subject), Number(row.usual)]));
    },

    /** Lists the players' claims for clients that have claims. The values are the maximum of these hours. */
    async listClaims({ fromSec, toSec }: SummedPeriod): Promise<ClaimValues[]> {
      const rows = await runQuery<ClaimValues>(
        `SELECT client_uuid AS client, max(unverified) AS unverifiedPercent, max(address) AS addressPercent
         FROM (
           SELECT client_uuid, hour, max(address_percent) AS address, toFloat64(sum(bytes_unverified)) AS held,
             if(held < ${MIN_UNVERIFIED_BYTES}, 0, 100 * held / (held + sum(bytes_elsewhere + bytes_peer))) AS unverified
           FROM metered_hours FINAL
           WHERE hour >= toDateTime({from:UInt32}, 'UTC') AND hour < toDateTime({to:UInt32}, 'UTC')
           GROUP BY client_uuid, hour
         ) GROUP BY client HAVING unverifiedPercent > 0 OR addressPercent > 0`,
        { from: fromSec, to: toSec },
      );
      return rows.map(({ client, unverifiedPercent, addressPercent }) => ({
        client,
        unverifiedPercent: Number(unverifiedPercent),
        addressPercent: Number(addressPercent),
      }));
    },

    /** Lists the bytes that reached viewers since a full hour, by client, in closed hours and the minutes after them. */
    async listDelivered(clients: readonly string[], period: BilledPeriod): Promise<Map<string, number>> {
      const rows = await runQuery<{ client: string; bytes: number | string }>(
        `SELECT client_uuid AS client, sum(fromServer + fromPeers) AS bytes
         FROM (${billedHoursSql("client_uuid IN {clients:Array(String)}")}) GROUP BY client`,
        { clients, ...billedParams(period) },
      );
      return new Map(rows.map(({ client, bytes }) => [client, Number(bytes)]));
    },
  };
}
export type AlertSums = ReturnType<typeof createAlertSums>;

/** Returns the key of a client's video, or of all its videos together. */
export const subjectKey = (client: string, subject: string): string => `${client} ${subject}`;

/** Converts large integers, which ClickHouse writes as text, to numbers. */
const numbersOf = (row: SessionValues): SessionValues => ({
  ...row,

  atSec: Number(row.atSec),
  sessions: Number(row.sessions),
  videos: Number(row.videos),
});
