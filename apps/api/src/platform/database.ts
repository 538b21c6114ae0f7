import { Kysely, PostgresDialect, sql, type Transaction } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import pg from "pg";
import * as foundation from "./migrations/001-foundation.ts";
import * as accounts from "./migrations/002-accounts.ts";
import * as videoCare from "./migrations/003-video-care.ts";
import * as videoPassword from "./migrations/004-video-password.ts";
import { keepPlans } from "./prepared.ts";
import type { Schema } from "./schema.ts";

export type Database = Kysely<Schema>;
/** A database or a transaction on it. */
export type Tx = Database | Transaction<Schema>;

const MIGRATIONS: Record<string, Migration> = {
  "001-foundation": foundation,
  "002-accounts": accounts,
  "003-video-care": videoCare,
  "004-video-password": videoPassword,
};
const BIGINT_OID = 20;
/** No query of a screen may hold a connection longer. */
const STATEMENT_TIMEOUT_MS = 30_000;

/**
 * Many short queries at once: random pages come from memory or a solid disk, and workers of one query would take the
 * cores from others.
 */
const PLANNING = "-c random_page_cost=1.1 -c max_parallel_workers_per_gather=0 -c jit=off";

export interface OpenDatabase {
  db: Database;
  pool: pg.Pool;
  close(): Promise<void>;
}

/** @example const { db, close } = openDatabase(config.DATABASE_URL, 15); */
export function openDatabase(url: string, poolSize: number): OpenDatabase {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: 10_000,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    options: PLANNING,
    types: { getTypeParser },
  });
  // An idle connection that breaks is replaced at its next use; without a listener it would end the process.
  pool.on("error", () => undefined);
  pool.on("connect", keepPlans);
  // The same for one that is in use: its query fails and says so.
  pool.on("connect", (client) => client.on("error", () => undefined));
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  return { db, pool, close: () => db.destroy() };
}

function getTypeParser(oid: number, format?: "text" | "binary") {
  if (oid === BIGINT_OID) return (text: string) => Number(text);
  return pg.types.getTypeParser(oid, format as "text");
}

/** Brings the schema up to date; replicas that start together wait for one another. */
export async function migrate(db: Database): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => MIGRATIONS } });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}

/** True when the database answers. */
export async function isDatabaseUp(db: Database): Promise<boolean> {
  return sql`SELECT 1`.execute(db).then(
    () => true,
    () => false,
  );
}
