import { randomUUID } from "node:crypto";
import {
  type ClickHouseClient,
  ClickHouseError,
  ClickHouseLogLevel,
  createClient,
  type Logger,
} from "@clickhouse/client";
import { createConnectionPool } from "./connection-pool.ts";

type LogParams = Parameters<Logger["debug"]>[0];

const TIMEOUT_MS = 20_000;
/** The number of statements that one process can run on ClickHouse at the same time. */
const MAX_CONNECTIONS = 10;
/** The maximum length of a statement quoted in an error. */
const MAX_QUOTED_CHARS = 200;

/** Callers may disconnect: ClickHouse cancels unattended queries, but only those that change nothing. */
const CANCEL_ON_DISCONNECT = { cancel_http_readonly_queries_on_client_close: 1, readonly: "2" } as const;

/** A cluster of ClickHouse, and the database in it. */
export interface AnalyticsCluster {
  /** The cluster's name in `remote_servers` of the configuration. */
  name: string;
  database: string;
}

export type Analytics = Pick<ClickHouseClient, "query" | "command" | "ping" | "close"> & {
  /** The cluster, if the tables are distributed over several servers. */
  cluster?: AnalyticsCluster;
};

/** Why a statement failed. `refused` means that the statement itself is wrong: a bug, which a retry does not fix. */
export type AnalyticsFault = "away" | "too_slow" | "refused";

/** ClickHouse rejected a statement, or did not respond. The message names its status and the statement. */
export class AnalyticsError extends Error {
  /** The HTTP status; undefined without a response. */
  readonly status: number | undefined;
  readonly fault: AnalyticsFault;
  /** @param tables names of our tables, some of which may not have been created yet. */
  constructor(query: string, status: number | undefined, cause: unknown, tables: readonly string[] = []) {
    const words = (cause instanceof Error ? cause.message : String(cause)) || "no word of why";
    const text = query.replaceAll(/\s+/g, " ").trim().slice(0, MAX_QUOTED_CHARS);
    super(`${words} (${status === undefined ? "no answer" : `HTTP ${status}`} to: ${text})`, { cause });
    this.name = "AnalyticsError";
    this.status = status;
    this.fault = faultOf(cause, status, tables);
  }
}

/** @param statement as sent, without the values of its parameters. */
export type RefusedHandler = (error: AnalyticsError, statement: string) => void;

export interface AnalyticsOptions {
  /** The names of our tables, which do not exist until ClickHouse has been prepared; it may start later than the api. */
  tables?: readonly string[];
  /** Called for each statement that ClickHouse rejects, even if the caller handles the error. */
  onRefused?: RefusedHandler;
  /** How long an idle connection stays open, in ms. */
  idleMs?: number;
}

/**
 * Opens ClickHouse. All errors of `query`, its rows and `command` are AnalyticsErrors.
 * @param url ClickHouse's URL, with user, password and database.
 */
export function openAnalytics(url: string, { tables, onRefused, idleMs }: AnalyticsOptions = {}): Analytics {
  const statuses = new Map<string, number | undefined>();
  const { agent, closeStale } = createConnectionPool(url, MAX_CONNECTIONS, idleMs);
  const client = createClient({
    url,
    request_timeout: TIMEOUT_MS,
    http_agent: agent,
    // The agent closes idle connections, since the client would close connections in use: see `createConnectionPool`.
    keep_alive: { idle_socket_ttl: 0 },
    log: { level: ClickHouseLogLevel.DEBUG, LoggerClass: statusLogger(statuses) },
    // Sends long parameters in the body, since servers and proxies limit addresses to a few kB.
    use_multipart_params_auto: true,
  });
  const errorOf = (query: string, status: number | undefined, cause: unknown): AnalyticsError => {
    const error = new AnalyticsError(query, status, cause, tables);
    if (error.fault === "refused") onRefused?.(error, query);
    return error;
  };
  const explain =
    <Params extends { query: string }, Result>(call: (params: Params) => Promise<Result>) =>
    async (params: Params): Promise<Result> => {
      const queryId = randomUUID();
      statuses.set(queryId, undefined);
      closeStale();
      try {
        return await call({ ...params, query_id: queryId });
      } catch (error) {
        throw errorOf(params.query, statuses.get(queryId), error);
      } finally {
        statuses.delete(queryId);
      }
    };
  const ask = explain(async (params: Parameters<typeof client.query>[0]) => {
    const result = await client.query({
      ...params,
      clickhouse_settings: { ...CANCEL_ON_DISCONNECT, ...params.clickhouse_settings },
    });
    // Failures after the first rows are reported after them.
    const readJson = result.json.bind(result);
    const json = () =>
      readJson().catch((error: unknown) => {
        throw errorOf(params.query, HTTP_OK, error);
      });
    return Object.assign(result, { json });
  });
  return {
    query: ask as ClickHouseClient["query"],
    command: explain(client.command.bind(client)),
    ping: client.ping.bind(client),
    close: client.close.bind(client),
  };
}

const HTTP_OK = 200;

/** ClickHouse took too long, is overloaded, or would have needed too much memory. */
const TOO_EXPENSIVE_CODES: ReadonlySet<string> = new Set([
  "CANNOT_ALLOCATE_MEMORY",
  "CANNOT_SCHEDULE_TASK",
  "MEMORY_LIMIT_EXCEEDED",
  "SERVER_OVERLOADED",
  "TIMEOUT_EXCEEDED",
  "TOO_MANY_SIMULTANEOUS_QUERIES",
  "TOO_SLOW",
]);
/** The client's error for a server that was reached but sent nothing for `TIMEOUT_MS`. */
const CLIENT_TIMEOUT = "Timeout error.";
/** Errors of a ClickHouse server that is unavailable or rejects the login, which only the operator can fix. */
const UNAVAILABLE_CODES: ReadonlySet<string> = new Set([
  "ABORTED",
  "ACCESS_DENIED",
  "ALL_CONNECTION_TRIES_FAILED",
  "AUTHENTICATION_FAILED",
  "KEEPER_EXCEPTION",
  "NETWORK_ERROR",
  "NOT_ENOUGH_SPACE",
  "NO_ZOOKEEPER",
  "QUERY_WAS_CANCELLED",
  "QUOTA_EXCEEDED",
  "REQUIRED_PASSWORD",
  "SOCKET_TIMEOUT",
  "TABLE_IS_READ_ONLY",
  "TOO_MANY_PARTS",
  "UNFINISHED",
  "UNKNOWN_DATABASE",
]);
/** The HTTP statuses with which proxies in front of ClickHouse reject the caller or the rate, not the statement. */
const PROXY_STATUSES: ReadonlySet<number> = new Set([401, 403, 407, 408, 425, 429]);

function faultOf(cause: unknown, status: number | undefined, tables: readonly string[]): AnalyticsFault {
  if (!(cause instanceof ClickHouseError)) {
    if (cause instanceof Error && cause.message === CLIENT_TIMEOUT) return "too_slow";
    const isRefusal = status !== undefined && status >= 400 && status < 500 && !PROXY_STATUSES.has(status);
    return isRefusal ? "refused" : "away";
  }
  const { type = "", message } = cause;
  if (TOO_EXPENSIVE_CODES.has(type)) return "too_slow";
  const isUnmade = type === "UNKNOWN_TABLE" && tables.some((name) => wordsOf(message).includes(name));
  return UNAVAILABLE_CODES.has(type) || isUnmade ? "away" : "refused";
}

const wordsOf = (message: string): string[] => message.split(/\W+/);

/**
 * Returns a logger that prints nothing but collects statuses, because only the client's debug log contains the status of a
 * response. Its errors do not.
 */
function statusLogger(statuses: Map<string, number | undefined>): new () => Logger {
  const nothing = () => undefined;
  return class {
    trace = nothing;
    info = nothing;
    warn = nothing;
    error = nothing;
    debug({ args }: LogParams): void {
      const { query_id: id, response_status: status } = args ?? {};
      if (typeof id === "string" && typeof status === "number" && statuses.has(id)) statuses.set(id, status);
    }
  };
}
