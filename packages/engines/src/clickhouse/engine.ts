import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { Session } from "chdb";
import { parseParams } from "./params.ts";
import { ResourcePool } from "./shared.ts";

/** Settings of the HTTP transport, which this process handles itself and does not pass to the engine. */
const TRANSPORT_SETTINGS =
  /^(wait_end_of_query|enable_http_compression|http_|send_progress|cancel_http|readonly$|async_insert|wait_for_async)/;
/** How often a cancellation is repeated. A statement that has just started may be unknown to the first request. */
const POLL_INTERVAL_MS = 20;
/**
 * Settings of the server come after `--`. By default, the server's thread that reads the process's memory wakes every 50 ms, which
 * takes 0.11 % of a core in an idle server. Once a second takes 0.01 %.
 */
const CONNECTION_OPTIONS = {
  connectionArgs: ["--output_format_json_quote_64bit_integers=0", "--", "--memory_worker_period_ms=1000"],
};
/**
 * The number of sessions. Small statements hardly use a second processor, and no statement should wait while another one takes
 * seconds. Six queries over one day took 73 ms in one session and 52 ms in two. Six queries over 90 days, which use all processors,
 * took 1.12 and 1.19 s.
 */
const SESSION_COUNT = 2;
const IDENTIFIER_PATTERN = /^[a-z][a-z0-9_]*$/;

export interface EngineRequest {
  sql: string;
  /** The raw values of parameters, by name, as the HTTP interface passes them. */
  params: Record<string, string>;
  settings: Record<string, string>;
  /** The rows that follow an INSERT … FORMAT. */
  data: Buffer | undefined;
}

/** The embedded engine. Each folder has one process. */
export class ClickHouseEngine {
  /** A session runs one statement at a time. */
  readonly #opened: Session[] = [];
  readonly #shared: ResourcePool<Session>;
  /** A statement can be ended only from another session. */
  readonly #ending: ResourcePool<Session>;
  constructor(dataDir: string, database: string) {
    const open = () => {
      const session = new Session(dataDir, CONNECTION_OPTIONS);
      this.#opened.push(session);
      session.query(`CREATE DATABASE IF NOT EXISTS ${database}`);
      session.query(`USE ${database}`);
      return session;
    };
    this.#shared = new ResourcePool(Array.from({ length: SESSION_COUNT }, open));
    this.#ending = new ResourcePool([open()]);
  }

  /**
   * Runs one statement and returns the bytes of its result in the format that the statement names.
   * @param givenUp cancels a SELECT, also while it runs, and rejects the promise. Other statements are completed once started.
   */
  run(request: EngineRequest, givenUp?: AbortSignal): Promise<Uint8Array> {
    return this.#shared.use(async (session) => {
      try {
        return await this.#run(session, request, givenUp);
      } catch (error) {
        // A session keeps the memory of a failed statement until it runs another one.
        await session.queryAsync("SELECT 1");
        throw error;
      }
    }, givenUp);
  }

  async #run(
    session: Session,
    { sql, params, settings, data }: EngineRequest,
    givenUp?: AbortSignal,
  ): Promise<Uint8Array> {
    if (data?.length) {
      await session.queryAsync(`${sql}\n${data.toString("utf8")}`);
      return new Uint8Array();
    }
    const mark = randomUUID();
    const text = sql + settingsClause(sql, givenUp ? { ...settings, log_comment: mark } : settings);
    const options = { format: "TabSeparated" };
    const running =
      Object.keys(params).length > 0
        ? session.queryBindAsync(text, parseParams(sql, params), options)
        : session.queryAsync(text, options);
    const result =
      givenUp && isSelect(sql) ? await this.#unlessGivenUp(running, mark, givenUp) : await running;
    return result.bytes();
  }

  /** Returns a promise that rejects when the caller cancels. @param mark a string that only this statement contains. */
  async #unlessGivenUp<T>(running: Promise<T>, mark: string, givenUp: AbortSignal): Promise<T> {
    let isRunning = true;
    const end = async () => {
      while (isRunning) {
        await this.#ending.use((session) => session.queryAsync(endingOf(mark)));
        await delay(POLL_INTERVAL_MS);
      }
    };
    const ending = Promise.withResolvers<void>();
    const handleGivenUp = () => end().then(ending.resolve, ending.reject);
    givenUp.addEventListener("abort", handleGivenUp, { once: true });
    try {
      return await running;
    } finally {
      isRunning = false;
      givenUp.removeEventListener("abort", handleGivenUp);
      // A pending cancellation must not hit the session's next statement, so the next statement waits for it.
      if (givenUp.aborted) await ending.promise;
    }
  }

  close(): void {
    for (const session of this.#opened) session.close();
  }
}

const endingOf = (mark: string) => `KILL QUERY WHERE Settings['log_comment'] = '${mark}' ASYNC`;

const isSelect = (sql: string): boolean => /^\s*(SELECT|WITH)\b/i.test(sql);

/** Converts settings from the URL to the clause at the end of a SELECT. */
function settingsClause(sql: string, settings: Record<string, string>): string {
  const wanted = Object.entries(settings).filter(
    ([name]) => !TRANSPORT_SETTINGS.test(name) && IDENTIFIER_PATTERN.test(name),
  );
  if (wanted.length === 0 || !isSelect(sql)) return "";
  return ` SETTINGS ${wanted.map(([name, value]) => `${name} = ${quoteLiteral(value)}`).join(", ")}`;
}

function quoteLiteral(value: string): string {
  return /^-?\d+(\.\d+)?$/.test(value) ? value : `'${value.replace(/[\\']/g, "\\$&")}'`;
}
