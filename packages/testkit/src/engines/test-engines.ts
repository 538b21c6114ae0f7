import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { startClickHouse, startPostgres } from "@shoal/engines";
import pg from "pg";
import { ENGINE_HOST, HOST_PATHS } from "./engine-host.ts";

/** The initial content of a database: empty, or created by `fill`. */
export interface InitialContent {
  /** A name that identifies equal content. It consists of letters only. */
  name: string;
  fill(url: string): Promise<void>;
}

/** A database that one test file uses. Roles belong to the server, which is shared. */
export interface TestDatabase {
  /** The URL of the database's owner. */
  url: string;
  /** Returns the database's URL for another role. */
  urlFor(role: { user: string; password: string }): string;
  /** Removes the database completely. */
  release(): Promise<void>;
}

/** The analytics engine that one test file uses. It has no tables yet. */
export interface TestAnalytics {
  url: string;
  release(): Promise<void>;
}

/**
 * Creates a database on the server that all integration tests share, copied from a template that the first test with the same
 * content has filled. Starts a server if none is shared.
 * @param folder the data folder for a separate server; PostgreSQL's user must be able to enter it.
 * @example const database = await acquireDatabase(folder, { name: "migrated", fill: migrateAt });
 */
export async function acquireDatabase(folder: string, beginning?: InitialContent): Promise<TestDatabase> {
  const host = process.env[ENGINE_HOST];
  if (host === undefined) return startDatabase(folder, beginning);
  const server = await runQuery(host, HOST_PATHS.postgres);
  const name = `test_${randomBytes(6).toString("hex")}`;
  await withServerConnection(server, async (client) => {
    const template = beginning ? await makeTemplate(client, server, beginning) : "template1";
    await client.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`);
  });
  const url = urlOf(server, name);
  return {
    url,
    urlFor: ({ user, password }) => url.replace(/\/\/[^@]*@/, `//${user}:${password}@`),
    release: () =>
      withServerConnection(
        server,
        async (client) => void (await client.query(`DROP DATABASE ${name} (FORCE)`)),
      ),
  };
}

async function startDatabase(folder: string, beginning?: InitialContent): Promise<TestDatabase> {
  const postgres = await startPostgres({ dataDir: join(folder, "postgres"), isThrowaway: true });
  await beginning?.fill(postgres.url);
  return { url: postgres.url, urlFor: postgres.urlFor, release: () => postgres.stop() };
}

/** Creates the template unless it exists. If two files need it at the same time, the second waits. @returns its name. */
async function makeTemplate(
  client: pg.Client,
  server: string,
  { name, fill }: InitialContent,
): Promise<string> {
  const [template, draft] = [`begin_${name}`, `draft_${name}`];
  await client.query("SELECT pg_advisory_lock(hashtext($1))", [template]);
  const { rowCount } = await client.query("SELECT FROM pg_database WHERE datname = $1", [template]);
  if (!rowCount) {
    await client.query(`DROP DATABASE IF EXISTS ${draft}`);
    await client.query(`CREATE DATABASE ${draft}`);
    await fill(urlOf(server, draft));
    await client.query(`ALTER DATABASE ${draft} RENAME TO ${template}`);
  }
  await client.query("SELECT pg_advisory_unlock_all()");
  return template;
}

/** Runs work on a connection to the server, which releases its locks when it closes. */
async function withServerConnection(
  server: string,
  work: (client: pg.Client) => Promise<void>,
): Promise<void> {
  const client = new pg.Client({ connectionString: urlOf(server, "postgres") });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

const urlOf = (server: string, database: string) => server.replace("@/shoal?", `@/${database}?`);

/**
 * Acquires an analytics engine for exclusive use.
 * @param folder the data folder for a separate engine, if none is shared.
 * @example const analytics = await acquireAnalytics(folder); … await analytics.release();
 */
export async function acquireAnalytics(folder: string): Promise<TestAnalytics> {
  const host = process.env[ENGINE_HOST];
  if (host === undefined) {
    const engine = await startClickHouse({ dataDir: join(folder, "clickhouse") });
    return { url: engine.url, release: () => engine.stop() };
  }
  const url = await runQuery(host, HOST_PATHS.clickhouse);
  return { url, release: async () => void (await runQuery(host, HOST_PATHS.freeClickhouse, url)) };
}

async function runQuery(host: string, path: string, body = ""): Promise<string> {
  const response = await fetch(host + path, { method: "POST", body });
  const answer = await response.text();
  if (!response.ok) throw new Error(`The host of the engines: ${answer}`);
  return answer;
}
