import type { ClickHouseClient } from "@clickhouse/client";
import { findCallingClient } from "./calling-client.ts";
import type { Analytics } from "./clickhouse.ts";
import { TooManyRequestsError } from "./rate-limit.ts";
import { Turns, type TurnsOptions } from "./turns.ts";

/**
 * The bundled ClickHouse runs one query at a time, and other servers give each query all of their cores: more concurrency makes
 * no query faster, and delays the platform's own work. A dashboard page makes about a dozen queries.
 */
const TURNS_OPTIONS: TurnsOptions = {
  atOnce: 4,
  atOncePerClient: 2,
  waitingPerClient: 64,
  waitingAtMost: 2_000,
};
/** The maximum wait for a turn, out of the 15 s for a response. Only clients with too many queries of their own wait longer. */
const MAX_WAIT_MS = 10_000;
/** A query that waited this long and then timed out was delayed by other queries of its client. */
const LOGGED_WAIT_MS = 1_000;
const RETRY_AFTER_SEC = 2;

interface AnalyticsLanes {
  /** The ClickHouse client for the platform's own work: figures, alerts and delivery limits. */
  platform: Analytics;
  /** The ClickHouse client for queries of clients, on separate connections. */
  clients: Analytics;
  turns?: Turns;
  waitMs?: number;
}

/**
 * Puts a queue in front of ClickHouse. Queries made for a client's call take turns with queries of other clients; the platform's
 * own work does not wait for them.
 *
 * `query` for a client reads its whole response before it returns, and throws AppError "too_many_requests" while the client has
 * too many queries.
 */
export function queueQueries({
  platform,
  clients,
  turns = new Turns(TURNS_OPTIONS),
  waitMs = MAX_WAIT_MS,
}: AnalyticsLanes): Analytics {
  const queryInTurn = async (client: string, params: Parameters<ClickHouseClient["query"]>[0]) => {
    const signal = params.abort_signal;
    const requestedMs = performance.now();
    const late = AbortSignal.timeout(waitMs);
    const leave = await turns.acquire(client, signal ? AbortSignal.any([late, signal]) : late).catch(() => {
      throw new TooManyRequestsError(RETRY_AFTER_SEC);
    });
    const waitedMs = performance.now() - requestedMs;
    try {
      const result = await clients.query({ ...params, format: "JSONEachRow" });
      const rows = await result.json();
      return { json: async () => rows };
    } catch (error) {
      throw signal?.aborted && waitedMs > LOGGED_WAIT_MS ? new TooManyRequestsError(RETRY_AFTER_SEC) : error;
    } finally {
      leave();
    }
  };
  const query = (params: Parameters<ClickHouseClient["query"]>[0]) => {
    const client = findCallingClient();
    return client === undefined ? platform.query(params) : queryInTurn(client, params);
  };
  return {
    ...platform,
    query: query as ClickHouseClient["query"],
    command: platform.command.bind(platform),
    ping: platform.ping.bind(platform),
    async close() {
      await Promise.all([platform.close(), clients.close()]);
    },
  };
}
