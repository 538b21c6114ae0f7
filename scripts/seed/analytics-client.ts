import { createClient } from "@clickhouse/client";

/** The time limit in ms of a request: insertions of a year's minutes take minutes on a busy machine. */
const REQUEST_TIMEOUT_MS = 600_000;

/** Opens a connection to the analytics engine for large insertions. */
export const openSeedAnalytics = (url: string) => createClient({ url, request_timeout: REQUEST_TIMEOUT_MS });
