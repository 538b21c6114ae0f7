import { once } from "node:events";
import { createReadStream, createWriteStream } from "node:fs";
import { rm, stat } from "node:fs/promises";
import { type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";

/** One insert may contain more than a year of days, each of which is a partition. */
const INSERT_SETTINGS = "max_partitions_per_insert_block = 0";

export interface AnalyticsTable {
  name: string;
  columns: string[];
}

export interface AnalyticsDump {
  version: string;
  tables: readonly AnalyticsTable[];
}

/**
 * An analytics engine whose tables are copied as a whole, in ClickHouse's own format `Native`. The embedded engine holds its
 * responses in memory, so its tables pass through a file that it reads and writes itself. The tables of a server pass through the
 * connection.
 */
export class AnalyticsTables {
  readonly #address: string;
  readonly #authorization: string;
  readonly #isEmbedded: boolean;
  readonly #database: string;
  constructor(url: string, { isEmbedded }: { isEmbedded: boolean }) {
    const { origin, pathname, username, password } = new URL(url);
    this.#database = pathname.slice(1) || "default";
    this.#address = `${origin}/?database=${encodeURIComponent(this.#database)}`;
    const credentials = `${decodeURIComponent(username) || "default"}:${decodeURIComponent(password)}`;
    this.#authorization = `Basic ${Buffer.from(credentials).toString("base64")}`;
    this.#isEmbedded = isEmbedded;
  }

  /** Reads which tables exist, with the columns that store values. */
  async describe(): Promise<AnalyticsDump> {
    const rows = await this.#rows<{ table: string; name: string }>(
      `SELECT table, name FROM system.columns WHERE database = '${this.#database}'
        AND default_kind NOT IN ('ALIAS', 'MATERIALIZED')
        AND table IN (SELECT name FROM system.tables WHERE database = '${this.#database}' AND engine LIKE '%MergeTree')
        ORDER BY table, position`,
    );
    const tables = new Map<string, string[]>();
    for (const { table, name } of rows) tables.set(table, [...(tables.get(table) ?? []), name]);
    const [{ version } = { version: "" }] = await this.#rows<{ version: string }>(
      "SELECT version() AS version",
    );
    return { version, tables: [...tables].map(([name, columns]) => ({ name, columns })) };
  }

  async countRows(table: string): Promise<number> {
    const [{ rows } = { rows: 0 }] = await this.#rows<{ rows: number | string }>(
      `SELECT count() AS rows FROM ${quoteIdentifier(table)}`,
    );
    return Number(rows);
  }

  /** Writes all rows of a table into one file. @returns the number of rows, if the engine reports it. */
  async writeTo(file: string, { name, columns }: AnalyticsTable): Promise<number | null> {
    const query = `SELECT ${columns.map(quoteIdentifier).join(", ")} FROM ${quoteIdentifier(name)}`;
    if (this.#isEmbedded) {
      await rm(file, { force: true });
      await this.#ask(`INSERT INTO FUNCTION file(${quoteLiteral(file)}, 'Native') ${query}`);
      // A file without rows does not name its columns, so it is not read.
      if ((await stat(file)).size === 0) return 0;
      const [counted] = await this.#rows<{ rows: number | string }>(
        `SELECT count() AS rows FROM file(${quoteLiteral(file)}, 'Native')`,
      );
      return Number(counted?.rows ?? 0);
    }
    await pipeline(await this.#send(`${query} FORMAT Native`), createWriteStream(file));
    return null;
  }

  /** Adds the rows of a file from `writeTable` to a table. */
  async readFrom(file: string, { name, columns }: AnalyticsTable): Promise<void> {
    if ((await stat(file)).size === 0) return;
    const into = `INSERT INTO ${quoteIdentifier(name)} (${columns.map(quoteIdentifier).join(", ")}) SETTINGS ${INSERT_SETTINGS}`;
    if (this.#isEmbedded) await this.#ask(`${into} SELECT * FROM file(${quoteLiteral(file)}, 'Native')`);
    else await this.#ask(`${into} FORMAT Native`, createReadStream(file));
  }

  /** Adds rows in the format `JSONEachRow`. A last line without a line feed is incomplete and is ignored. */
  async insertLines(table: string, lines: Uint8Array): Promise<void> {
    const whole = lines.subarray(0, lines.lastIndexOf(10) + 1);
    if (whole.length === 0) return;
    const settings = `${INSERT_SETTINGS}, input_format_skip_unknown_fields = 1`;
    await this.#ask(
      `INSERT INTO ${quoteIdentifier(table)} SETTINGS ${settings} FORMAT JSONEachRow`,
      Readable.from([whole]),
    );
  }

  async empty(table: string): Promise<void> {
    await this.#ask(`TRUNCATE TABLE ${quoteIdentifier(table)}`);
  }

  async #rows<Row>(query: string): Promise<Row[]> {
    const answer = await this.#ask(`${query} FORMAT JSONEachRow`);
    return answer
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Row);
  }

  async #ask(query: string, rows?: Readable): Promise<string> {
    return text(await this.#send(query, rows));
  }

  /** Sends a statement without a time limit, because statements on large tables can take long. */
  async #send(query: string, rows?: Readable): Promise<IncomingMessage> {
    const url = new URL(this.#address);
    if (rows) url.searchParams.set("query", query);
    const send = url.protocol === "https:" ? requestHttps : requestHttp;
    const sent = send(url, { method: "POST", headers: { authorization: this.#authorization } });
    const answered = once(sent, "response") as Promise<[IncomingMessage]>;
    // Failures that occur while the body is sent are reported by the response or by the body.
    const [[response]] = await Promise.all([answered, pipeline(rows ?? Readable.from([query]), sent)]);
    if (response.statusCode !== 200)
      throw new Error(`The analytics engine refused a statement: ${(await text(response)).slice(0, 500)}`);
    return response;
  }
}

const quoteIdentifier = (name: string) => `\`${name.replaceAll(/[\\`]/g, "\\$&")}\``;
const quoteLiteral = (text: string) => `'${text.replaceAll(/[\\']/g, "\\$&")}'`;
