import { sql } from "kysely";
import type { Database } from "../platform/database.ts";
import type { RecordedStatement } from "./statements.ts";

/** The tables with data of clients. */
export interface ClientTables {
  /** Tables with a client in each row, and the table of clients. */
  own: readonly string[];
  /** Tables whose rows belong to a row of such a table, and reference it. */
  children: readonly string[];
}

/** Reads the tables from the schema itself, so that future tables are included. */
export async function readClientTables(db: Database): Promise<ClientTables> {
  const { rows: withClient } = await sql<{ name: string }>`
    SELECT table_name AS name FROM information_schema.columns
    WHERE table_schema = 'public' AND column_name = 'client_uuid'`.execute(db);
  const own = ["clients", ...withClient.map(({ name }) => name)];
  // A table belongs to another table by a foreign key, also indirectly, or by the name of a column.
  const { rows: below } = await sql<{ name: string }>`
    WITH RECURSIVE below AS (
      SELECT conrelid AS child FROM pg_constraint WHERE contype = 'f' AND confrelid::regclass::text = ANY(${own})
      UNION SELECT conrelid FROM pg_constraint JOIN below ON confrelid = child WHERE contype = 'f'
    )
    SELECT child::regclass::text AS name FROM below
    UNION SELECT table_name FROM information_schema.columns
    WHERE table_schema = 'public' AND column_name IN ('video_uuid', 'user_uuid')`.execute(db);
  return { own, children: below.map(({ name }) => name).filter((name) => !own.includes(name)) };
}

/** The scope of a call: its statements must name one of these values. */
export interface CallScope {
  clientUuid: string;
  /** The caller and their session, which callers can reach without naming their client. */
  self: readonly string[];
}

/** Tables that hold only users: a statement that names the caller needs no client there. */
const ABOUT_USERS = new Set([
  "users",
  "sessions",
  "account_links",
  "clients",
  "alert_mail_choices",
  "news_settings",
  "chat_settings",
]);

/**
 * Returns the statements that touch data of clients without being confined to the caller's client. A statement is confined if it
 * names the client; if it names the caller, in tables of users; or if it touches only users or children and names only rows that
 * an earlier statement of the same call found for the client.
 */
export function findUnscoped(
  statements: readonly RecordedStatement[],
  tables: ClientTables,
  scope: CallScope,
): RecordedStatement[] {
  const given = new Set<string>();
  return statements.filter((statement) => {
    const touched = [...tables.own, ...tables.children].filter((table) => touchesTable(statement, table));
    if (touched.length === 0) return false;
    const values = textsIn(statement.values);
    if (values.includes(scope.clientUuid)) {
      for (const uuid of textsIn(statement.rows.flatMap((row) => Object.values(row))).filter(isUuid))
        given.add(uuid);
      return false;
    }
    const isAboutUsers = touched.every((table) => ABOUT_USERS.has(table));
    if (isAboutUsers && scope.self.some((uuid) => values.includes(uuid))) return false;
    const named = values.filter(isUuid);
    const isBelow = isAboutUsers || touched.every((table) => tables.children.includes(table));
    return !(isBelow && named.length > 0 && named.every((uuid) => given.has(uuid)));
  });
}

const touchesTable = ({ sql: text }: RecordedStatement, table: string) =>
  new RegExp(`\\b(?:from|join|into|update|using)\\s+(?:only\\s+)?"?${table}\\b`, "i").test(text);

const isUuid = (text: string) => /^[0-9a-f-]{36}$/.test(text);

/** Returns every text among the values, also within lists and JSON. */
function textsIn(values: unknown): string[] {
  if (typeof values === "string")
    return [values, ...(values.match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g) ?? [])];
  if (Array.isArray(values)) return values.flatMap(textsIn);
  return [];
}
