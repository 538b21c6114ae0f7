import { Session } from "chdb";
import { parseParams } from "./params.ts";

/** Settings that concern the transport, which this process answers itself. */
const TRANSPORT_SETTINGS =
  /^(wait_end_of_query|enable_http_compression|http_|send_progress|cancel_http|async_insert|wait_for_async)/;
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
  constructor(dataDir: string, database: string) {
    this.#session = new Session(dataDir, { connectionArgs: ["--output_format_json_quote_64bit_integers=0"] });
    this.#session.query(`CREATE DATABASE IF NOT EXISTS ${database}`);
    this.#session.query(`USE ${database}`);
  }

  /** Runs one statement and returns the bytes of its result in the format that the statement names. */
  async run({ sql, params, settings, data }: EngineRequest): Promise<Uint8Array> {
    if (data?.length) {
      await this.#session.queryAsync(`${sql}\n${data.toString("utf8")}`);
      return new Uint8Array();
    }
    const text = sql + settingsClause(sql, settings);
    const options = { format: "TabSeparated" };
    const result =
      Object.keys(params).length > 0
        ? await this.#session.queryBindAsync(text, parseParams(sql, params), options)
        : await this.#session.queryAsync(text, options);
    return result.bytes();
  }

  close(): void {
    this.#session.close();
  }
}

/** Settings of the URL, as the clause that a SELECT takes at its end. */
function settingsClause(sql: string, settings: Record<string, string>): string {
  const wanted = Object.entries(settings).filter(
    ([name]) => !TRANSPORT_SETTINGS.test(name) && IDENTIFIER.test(name),
  );
  if (wanted.length === 0 || !/^\s*(SELECT|WITH)\b/i.test(sql)) return "";
  return ` SETTINGS ${wanted.map(([name, value]) => `${name} = ${literal(value)}`).join(", ")}`;
}

function literal(value: string): string {
  return /^-?\d+(\.\d+)?$/.test(value) ? value : `'${value.replace(/[\\']/g, "\\$&")}'`;
}
