import { ClickHouseLogLevel, createClient } from "@clickhouse/client";

/** The time limit in ms of a request. On a busy machine, it takes minutes to insert the session minutes of a year. */
const REQUEST_TIMEOUT_MS = 600_000;

/** Opens a connection to ClickHouse for large insertions. ClickHouse is on the same machine, without a load balancer. */
export const openSeedAnalytics = (url: string) =>
  createClient({
    url,
    request_timeout: REQUEST_TIMEOUT_MS,
    // The client warns about load balancers that end long requests. There is none here, so the warning is hidden.
    log: { level: ClickHouseLogLevel.ERROR },
  });
