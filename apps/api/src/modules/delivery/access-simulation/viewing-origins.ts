import type { Analytics } from "../../../platform/clickhouse.ts";
import { errorForCaller, isForCaller } from "../../../platform/query-in-time.ts";

/** A place from which a video was watched, with the number of sessions. */
export interface ViewingOrigin {
  /** The uuid of a hosted video, otherwise the name used by its page. */
  video: string;
  /** The config whose key the plugin sent; "" if there is none. */
  config: string;
  country: string | null;
  /** The network of the viewers, a /24 or /48. */
  network: string;
  isVpn: boolean;
  host: string | null;
  sessions: number;
}

/** The maximum number of places, which are judged one by one. The rarest are left out. */
const MAX_VIEWING_ORIGINS = 100_000;
/** Milliseconds until a query times out while a caller waits. */
const QUERY_TIMEOUT_MS = 15_000;

/** Selects sessions. A session belongs to one page, but its network may change: its first network counts. */
const SESSIONS_SQL = `SELECT video_uuid, session_uuid, any(config_uuid) AS config, argMin(country, minute) AS country,
    argMin(network_prefix, minute) AS network, argMin(is_vpn, minute) AS isVpn, any(page_host) AS host
  FROM session_minutes
  WHERE client_uuid = {client:String} AND minute >= toDateTime({from:UInt32}, 'UTC')
    AND ({video:String} = '' OR video_uuid = {video:String})
  GROUP BY video_uuid, session_uuid`;

interface OriginRow extends Record<"video" | "config" | "country" | "network" | "host", string> {
  isVpn: number;
  /** The number of sessions; ClickHouse writes large integers as text. */
  sessions: number | string;
  all: number | string;
}

export interface OriginsQuery {
  clientUuid: string;
  fromMs: number;
  /** The only video to read; all if undefined. */
  video?: string;
}

/**
 * Reads from which places a client's videos were watched since a time.
 * @returns the places; `sessions` includes those of omitted places.
 * @throws AppError "unavailable" while ClickHouse does not respond.
 */
export async function readViewingOrigins(
  { analytics, onError }: { analytics: Analytics; onError: (error: unknown) => void },
  { clientUuid, fromMs, video = "" }: OriginsQuery,
): Promise<{ places: ViewingOrigin[]; sessions: number }> {
  try {
    const result = await analytics.query({
      query: `SELECT video_uuid AS video, config, country, network, isVpn, host, count() AS sessions,
          sum(count()) OVER () AS all
        FROM (${SESSIONS_SQL}) GROUP BY video, config, country, network, isVpn, host
        ORDER BY sessions DESC, video, network LIMIT ${MAX_VIEWING_ORIGINS}`,
      query_params: { client: clientUuid, from: Math.floor(fromMs / 1000), video },
      format: "JSONEachRow",
      abort_signal: AbortSignal.timeout(QUERY_TIMEOUT_MS),
    });
    const rows = await result.json<OriginRow>();
    return { places: rows.map(placeOf), sessions: Number(rows[0]?.all ?? 0) };
  } catch (error) {
    if (!isForCaller(error)) onError(error);
    throw errorForCaller(error, "The analytics engine does not answer");
  }
}

const placeOf = ({ all: _all, country, host, isVpn, sessions, ...row }: OriginRow): ViewingOrigin => ({
  ...row,
  country: country || null,
  host: host || null,
  isVpn: isVpn === 1,
  sessions: Number(sessions),
});
