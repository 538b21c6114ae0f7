import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { Session } from "chdb";
import { parseParams } from "./params.ts";
import { Turns } from "./turns.ts";

/** Settings that concern the transport, which this process answers itself. */
const TRANSPORT_SETTINGS =
  /^(wait_end_of_query|enable_http_compression|http_|send_progress|cancel_http|readonly$|async_insert|wait_for_async)/;
/** A statement that was just begun may not be known yet to whoever ends it. */
const ASKED_AGAIN_MS = 20;
const CONNECTION = { connectionArgs: ["--output_format_json_quote_64bit_integers=0"] };
const IDENTIFIER = /^[a-z][a-z0-9_]*$/;

export interface EngineRequest {
  sql: string;
  /** Raw values as the HTTP interface passes them, by parameter name. */
  params: Record<string, string>;
  settings: Record<string, string>;
  /** Rows that follow an INSERT … FORMAT. */
  data: Buffer | undefined;
}

/** The embedded engine: one process owns one folder. */
export class Engine {
  readonly #session: Session;
  /** A session runs one statement at a time: what ends one needs another. */
  readonly #ending: Session;
  readonly #turns = new Turns();
  constructor(dataDir: string, database: string) {
    this.#session = new Session(dataDir, CONNECTION);
    this.#session.query(`CREATE DATABASE IF NOT EXISTS ${database}`);
    this.#session.query(`USE ${database}`);
    this.#ending = new Session(dataDir, CONNECTION);
  }

  /**
   * Runs one statement and returns the bytes of its result in the format that the statement names.
   * @param givenUp ends a SELECT, also in its midst; it rejects then. Anything else is finished once it was begun.
   */
  run(request: EngineRequest, givenUp?: AbortSignal): Promise<Uint8Array> {
    return this.#turns.take(() => this.#run(request, givenUp), givenUp);
  }

  async #run({ sql, params, settings, data }: EngineRequest, givenUp?: AbortSignal): Promise<Uint8Array> {
    if (data?.length) {
      await this.#session.queryAsync(`${sql}\n${data.toString("utf8")}`);
      return new Uint8Array();
    }
    const mark = randomUUID();
    const text = sql + settingsClause(sql, givenUp ? { ...settings, log_comment: mark } : settings);
    const options = { format: "TabSeparated" };
    const running =
      Object.keys(params).length > 0
        ? this.#session.queryBindAsync(text, parseParams(sql, params), options)
        : this.#session.queryAsync(text, options);
    const result =
      givenUp && isSelect(sql) ? await this.#unlessGivenUp(running, mark, givenUp) : await running;
    return result.bytes();
  }

  /** @param mark which only this statement bears. */
  async #unlessGivenUp<T>(running: Promise<T>, mark: string, givenUp: AbortSignal): Promise<T> {
    let isRunning = true;
    const end = async () => {
      while (isRunning) {
        await this.#ending.queryAsync(`KILL QUERY WHERE Settings['log_comment'] = '${mark}' ASYNC`);
        await delay(ASKED_AGAIN_MS);
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
      // The next statement begins when nobody is about to end one.
      if (givenUp.aborted) await ending.promise;
    }
  }

  close(): void {
    this.#ending.close();
    this.#session.close();
  }
}

const isSelect = (sql: string): boolean => /^\s*(SELECT|WITH)\b/i.test(sql);

/** Settings of the URL, as the clause that a SELECT takes at its end. */
function settingsClause(sql: string, settings: Record<string, string>): string {
  const wanted = Object.entries(settings).filter(
    ([name]) => !TRANSPORT_SETTINGS.test(name) && IDENTIFIER.test(name),
  );
  if (wanted.length === 0 || !isSelect(sql)) return "";
  return ` SETTINGS ${wanted.map(([name, value]) => `${name} = ${literal(value)}`).join(", ")}`;
}

function literal(value: string): string {
  return /^-?\d+(\.\d+)?$/.test(value) ? value : `'${value.replace(/[\\']/g, "\\$&")}'`;
}
