import { randomUUID } from "node:crypto";
import {
  type ClickHouseClient,
  ClickHouseError,
  ClickHouseLogLevel,
  createClient,
  type Logger,
} from "@clickhouse/client";

type LogParams = Parameters<Logger["debug"]>[0];

const TIMEOUT_MS = 20_000;
/** Of a statement, in an error. */
const QUERY_CHARS = 200;

/** Whoever asks may leave: the engine ends what nobody waits for, which it does with questions that change nothing. */
const GIVEN_UP_WITH_CONNECTION = { cancel_http_readonly_queries_on_client_close: 1, readonly: "2" } as const;

export type Analytics = Pick<ClickHouseClient, "query" | "command" | "ping" | "close">;

/** The analytics engine refused a statement, or did not answer. The message names its status and the statement. */
export class AnalyticsError extends Error {
  /** Of HTTP; undefined when there was no answer. */
  readonly status: number | undefined;
  /** Whether the engine ended the statement because its time was over. */
  readonly isTimeOver: boolean;
  constructor(query: string, status: number | undefined, cause: unknown) {
    const words = (cause instanceof Error ? cause.message : String(cause)) || "no word of why";
    const text = query.replaceAll(/\s+/g, " ").trim().slice(0, QUERY_CHARS);
    super(`${words} (${status === undefined ? "no answer" : `HTTP ${status}`} to: ${text})`, { cause });
    this.name = "AnalyticsError";
    this.status = status;
    this.isTimeOver = cause instanceof ClickHouseError && cause.type === "TIMEOUT_EXCEEDED";
  }
}

/**
 * Opens the analytics engine. What `query` and `command` throw is an AnalyticsError.
 * @param url with user, password and database.
 */
export function openAnalytics(url: string): Analytics {
  const statuses = new Map<string, number | undefined>();
  const client = createClient({
    url,
    request_timeout: TIMEOUT_MS,
    log: { level: ClickHouseLogLevel.DEBUG, LoggerClass: statusLogger(statuses) },
    // Long parameters go in the body: servers and those before them limit an address to some kB.
    use_multipart_params_auto: true,
  });
  const explain =
    <Params extends { query: string }, Result>(call: (params: Params) => Promise<Result>) =>
    async (params: Params): Promise<Result> => {
      const queryId = randomUUID();
      statuses.set(queryId, undefined);
      try {
        return await call({ ...params, query_id: queryId });
      } catch (error) {
        throw new AnalyticsError(params.query, statuses.get(queryId), error);
      } finally {
        statuses.delete(queryId);
      }
    };
  const ask = explain((params: Parameters<typeof client.query>[0]) =>
    client.query({
      ...params,
      clickhouse_settings: { ...GIVEN_UP_WITH_CONNECTION, ...params.clickhouse_settings },
    }),
  );
  return {
    query: ask as ClickHouseClient["query"],
    command: explain(client.command.bind(client)),
    ping: client.ping.bind(client),
    close: client.close.bind(client),
  };
}

/** The client's errors do not tell the status of an answer, its debug log alone does. Prints nothing. */
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
