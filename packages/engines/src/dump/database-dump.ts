import type { Readable } from "node:stream";
import pg from "pg";
import { copyIn, copyOut } from "./copy-protocol.ts";

/** Makes the text form of values independent of the server's settings, as pg_dump does. */
const SESSION_SETTINGS = [
  "SET client_encoding = 'UTF8'",
  "SET datestyle = 'ISO'",
  "SET intervalstyle = 'postgres'",
  "SET timezone = 'UTC'",
  "SET extra_float_digits = 3",
  "SET bytea_output = 'hex'",
  "SET statement_timeout = 0",
  "SET lock_timeout = 0",
  "SET idle_in_transaction_session_timeout = 0",
  "SET row_security = off",
];

/** The platform's own schemas. */
const OWN_SCHEMA_CONDITION = "n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'";
const isOfExtension = (catalog: string, oid: string) =>
  `EXISTS (SELECT FROM pg_depend e WHERE e.classid = '${catalog}'::regclass AND e.objid = ${oid} AND e.deptype = 'e')`;

const TABLES_QUERY = `SELECT n.nspname AS schema, c.relname AS name, coalesce(
    array_agg(a.attname::text ORDER BY a.attnum) FILTER (WHERE a.attname IS NOT NULL), '{}') AS columns
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
  WHERE c.relkind = 'r' AND ${OWN_SCHEMA_CONDITION} AND NOT ${isOfExtension("pg_class", "c.oid")}
  GROUP BY 1, 2 ORDER BY 1, 2`;
const SEQUENCES_QUERY = `SELECT n.nspname AS schema, c.relname AS name
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind = 'S' AND ${OWN_SCHEMA_CONDITION} AND NOT ${isOfExtension("pg_class", "c.oid")} ORDER BY 1, 2`;
const FOREIGN_KEYS_QUERY = `SELECT n.nspname AS schema, c.relname AS table, k.conname AS name, pg_get_constraintdef(k.oid) AS definition
  FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE k.contype = 'f' AND k.conparentid = 0 AND ${OWN_SCHEMA_CONDITION} ORDER BY 1, 2, 3`;

export interface DumpedTable {
  schema: string;
  name: string;
  /** The table's columns, except generated ones, which the database computes again. */
  columns: string[];
}

export interface DumpedSequence {
  schema: string;
  name: string;
  lastValue: string;
  isCalled: boolean;
}

/** A database as it was at one moment. Later changes do not affect what is read. */
export interface DatabaseSnapshot {
  serverVersion: string;
  tables: readonly DumpedTable[];
  sequences: readonly DumpedSequence[];
  /** Reads rows in PostgreSQL's text format, one table at a time. */
  rowsOf(table: DumpedTable): { stream: Readable; rows(): number };
  /** Runs a query on the database as it was at that moment. */
  query<Row extends pg.QueryResultRow>(sql: string): Promise<Row[]>;
  /** Releases the advisory locks. */
  unlock(): Promise<void>;
  close(): Promise<void>;
}

const quoteName = (...parts: string[]) => parts.map(pg.escapeIdentifier).join(".");
const columnsOf = ({ columns }: DumpedTable) =>
  columns.length > 0 ? `(${columns.map(pg.escapeIdentifier).join(", ")})` : "";

async function connectClient(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000, keepAlive: true });
  // A broken connection fails the running statement. Without an error listener, it would also end the process.
  client.on("error", () => undefined);
  await client.connect();
  for (const statement of SESSION_SETTINGS) await client.query(statement);
  return client;
}

/**
 * Opens a consistent view of a database while others write to it.
 * @param url the address of the database itself, not of a transaction pooler, since the view needs a session.
 * @param locks advisory locks, acquired before the snapshot and held until `unlock`.
 */
export async function openSnapshot(url: string, locks: readonly number[] = []): Promise<DatabaseSnapshot> {
  const client = await connectClient(url);
  try {
    for (const lock of locks) await client.query("SELECT pg_advisory_lock($1)", [lock]);
    await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    const version = await client.query<{ server_version: string }>("SHOW server_version");
    const { rows: tables } = await client.query<DumpedTable>(TABLES_QUERY);
    const { rows: names } = await client.query<{ schema: string; name: string }>(SEQUENCES_QUERY);
    const sequences: DumpedSequence[] = [];
    // Sequences are not part of a snapshot. They can only be ahead of the rows, which is harmless.
    for (const { schema, name } of names) {
      const state = await client.query<{ last_value: string; is_called: boolean }>(
        `SELECT last_value::text, is_called FROM ${quoteName(schema, name)}`,
      );
      const [{ last_value: lastValue, is_called: isCalled } = { last_value: "1", is_called: false }] =
        state.rows;
      sequences.push({ schema, name, lastValue, isCalled });
    }
    return {
      serverVersion: version.rows[0]?.server_version ?? "",
      tables,
      sequences,
      rowsOf: (table) =>
        copyOut(client, `COPY ${quoteName(table.schema, table.name)} ${columnsOf(table)} TO STDOUT`),
      query: async <Row extends pg.QueryResultRow>(sql: string) => (await client.query<Row>(sql)).rows,
      unlock: async () => void (await client.query("SELECT pg_advisory_unlock_all()")),
      close: () => client.end(),
    };
  } catch (error) {
    await client.end();
    throw error;
  }
}

export interface DatabaseLoad {
  tables: readonly (DumpedTable & { rows: number })[];
  sequences: readonly DumpedSequence[];
  read(table: DumpedTable): AsyncIterable<Uint8Array>;
  onTable?: ((table: DumpedTable) => void) | undefined;
  /** A statement that runs last in the transaction that loads the rows. */
  lastStatement?: string | undefined;
}

/**
 * Replaces all rows of a database, whose tables must exist, with the rows of a snapshot, in one transaction. Needs only the rights
 * of the tables' owner.
 * @throws Error that names the tables or columns that the database lacks, or a table with another number of rows. In these cases,
 * nothing is changed.
 */
export async function loadDatabase(url: string, load: DatabaseLoad): Promise<void> {
  const client = await connectClient(url);
  try {
    await client.query("BEGIN");
    const { rows: all } = await client.query<DumpedTable>(TABLES_QUERY);
    const present = all.filter(({ schema, name }) => `${schema}.${name}` !== CLAIM_TABLE);
    assertTablesExist(load.tables, present);
    await replaceRows(client, present, load);
    for (const { schema, name, lastValue, isCalled } of load.sequences)
      await client.query("SELECT setval($1::regclass, $2::bigint, $3)", [
        quoteName(schema, name),
        lastValue,
        isCalled,
      ]);
    if (load.lastStatement) await client.query(load.lastStatement);
    await client.query("COMMIT");
    await client.query("ANALYZE");
  } finally {
    await client.end();
  }
}

/** Removes foreign keys, and adds them again once all rows are loaded. Rows can therefore be loaded in any order. */
async function replaceRows(
  client: pg.Client,
  present: readonly DumpedTable[],
  { tables, read, onTable }: DatabaseLoad,
): Promise<void> {
  const { rows: keys } = await client.query<{
    schema: string;
    table: string;
    name: string;
    definition: string;
  }>(FOREIGN_KEYS_QUERY);
  for (const { schema, table, name } of keys)
    await client.query(`ALTER TABLE ${quoteName(schema, table)} DROP CONSTRAINT ${quoteName(name)}`);
  const all = present.map(({ schema, name }) => quoteName(schema, name));
  // Triggers are turned off, because some reject changes, for example of approval decisions.
  for (const name of all) await client.query(`ALTER TABLE ${name} DISABLE TRIGGER USER`);
  if (all.length > 0) await client.query(`TRUNCATE ${all.join(", ")}`);
  for (const table of tables) {
    const name = quoteName(table.schema, table.name);
    const rows = await copyIn(client, `COPY ${name} ${columnsOf(table)} FROM STDIN`, read(table));
    if (rows !== table.rows)
      throw new Error(`${table.schema}.${table.name} holds ${rows} rows instead of ${table.rows}`);
    onTable?.(table);
  }
  for (const name of all) await client.query(`ALTER TABLE ${name} ENABLE TRIGGER USER`);
  for (const { schema, table, name, definition } of keys)
    await client.query(
      `ALTER TABLE ${quoteName(schema, table)} ADD CONSTRAINT ${quoteName(name)} ${definition}`,
    );
}

/** The name of a table that exists while a restore is unfinished. */
const CLAIM_TABLE = "public.unfinished_restore";

/** Runs one query in a connection of its own. */
export async function queryDatabase<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = await connectClient(url);
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** The statement that ends the claim of a restore on a database. It runs in the transaction that loads the rows. */
export const END_OF_CLAIM = `DROP TABLE ${CLAIM_TABLE}`;

/**
 * Returns whether a database is empty, holds an interrupted restore of this backup, or holds other tables.
 * @param isClaimed whether an empty database is claimed for this restore.
 */
export async function findClaim(
  url: string,
  backup: string,
  { isClaimed }: { isClaimed: boolean },
): Promise<"empty" | "ours" | "taken"> {
  const client = await connectClient(url);
  try {
    const { rows: tables } = await client.query<DumpedTable>(TABLES_QUERY);
    if (tables.length === 0) {
      if (isClaimed) {
        await client.query("BEGIN");
        await client.query(`CREATE TABLE ${CLAIM_TABLE} (backup text NOT NULL)`);
        await client.query(`INSERT INTO ${CLAIM_TABLE} VALUES ($1)`, [backup]);
        await client.query("COMMIT");
      }
      return "empty";
    }
    if (!tables.some(({ schema, name }) => `${schema}.${name}` === CLAIM_TABLE)) return "taken";
    const { rows } = await client.query<{ backup: string }>(`SELECT backup FROM ${CLAIM_TABLE}`);
    return rows[0]?.backup === backup ? "ours" : "taken";
  } finally {
    await client.end();
  }
}

function assertTablesExist(tables: readonly DumpedTable[], present: readonly DumpedTable[]): void {
  const columns = new Map(present.map((table) => [`${table.schema}.${table.name}`, new Set(table.columns)]));
  const missing = tables.flatMap((table) => {
    const name = `${table.schema}.${table.name}`;
    const known = columns.get(name);
    if (!known) return [name];
    return table.columns.filter((column) => !known.has(column)).map((column) => `${name}.${column}`);
  });
  if (missing.length > 0)
    throw new Error(`The backup has what this version has no place for: ${missing.join(", ")}`);
}
