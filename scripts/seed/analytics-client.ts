import { ClickHouseLogLevel, createClient } from "@clickhouse/client";

/** The time limit in ms of a request: insertions of a year's minutes take minutes on a busy machine. */
const REQUEST_TIMEOUT_MS = 600_000;

/** Opens a connection to ClickHouse for large insertions. ClickHouse is on the same machine, without a load balancer. */
export const openSeedAnalytics = (url: string) =>
  createClient({
    url,
    request_timeout: REQUEST_TIMEOUT_MS,
    // The client warns of load balancers that end long requests.
    log: { level: ClickHouseLogLevel.ERROR },
  });
