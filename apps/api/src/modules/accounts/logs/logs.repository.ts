import type { QueryOf, routes } from "@shoal/contract";
import { type Expression, type SqlBool, sql } from "kysely";
import type { Tx } from "../../../platform/database.ts";
import { likeAnywhere } from "../../../platform/like.ts";
import type { LogEntry } from "./log-entry.ts";

type ListQuery = QueryOf<typeof routes.listLogs>;
export type LogFilter = QueryOf<typeof routes.exportLogs>;

const MAX_TARGET_LENGTH = 1_000;
/**
 * The type of entries that earlier versions wrote each time the dashboard was opened. They are hidden because there are too many
 * of them.
 */
const PAGE_VIEW = "login";
const PRUNE_BATCH = 10_000;
const SORT_COLUMNS = {
  at: sql.ref("logs.at"),
  username: sql`lower(logs.username) COLLATE "fr-x-icu"`,
  type: sql`lower(logs.type)`,
} as const;

/** The last entry of the previous export page, in descending order. `at` is text, since a Date drops microseconds. */
export interface LogCursor {
  at: string;
  id: number;
}

/**
 * Creates the repository of the audit log. The first parameter of each read is the client; undefined reads all clients, for administrators.
 * Writes name the client in the entry.
 */
export function createLogsRepository(db: Tx) {
  const filtered = (clientUuid: string | undefined, filter: LogFilter) =>
    conditionsOf(clientUuid, filter).reduce(
      (select, condition) => select.where(condition),
      db
        .selectFrom("logs")
        .leftJoin("users", "users.uuid", "logs.user_uuid")
        .leftJoin("clients", "clients.uuid", "users.client_uuid"),
    );
  const whole = (clientUuid: string | undefined, filter: LogFilter) =>
    filtered(clientUuid, filter).selectAll("logs").select("clients.name as own_client_name");

  return {
    async addEntries(entries: readonly LogEntry[]): Promise<void> {
      if (entries.length === 0) return;
      await db.insertInto("logs").values(entries.map(buildRow)).execute();
    },

    /** Whether there is an entry of this user, client and type since a date. */
    async hasEntry(
      { userUuid, clientUuid, type }: { userUuid: string; clientUuid: string; type: string },
      since: Date,
    ): Promise<boolean> {
      const found = await db
        .selectFrom("logs")
        .select("id")
        .where("client_uuid", "=", clientUuid)
        .where("at", ">", since)
        .where("user_uuid", "=", userUuid)
        .where("type", "=", type)
        .limit(1)
        .executeTakeFirst();
      return found !== undefined;
    },

    /** Lists users by the name entered to sign in: username or verified email address. */
    async listUsersByLogin(logins: readonly string[]) {
      const typed = logins.map((login) => login.toLowerCase());
      return db
        .selectFrom("users")
        .innerJoin("clients", "clients.uuid", "users.client_uuid")
        .select(["users.uuid", "users.username"])
        .select(sql<string | null>`CASE WHEN email_verified_at IS NOT NULL THEN email END`.as("email"))
        .select(["clients.uuid as client_uuid", "clients.name as client_name"])
        .where(sql<boolean>`(lower(username) = ANY(${typed}) 
          OR lower(email) = ANY(${typed}) AND email_verified_at IS NOT NULL)`)
        .execute();
    },

    listLogs(clientUuid: string | undefined, query: ListQuery, page: { limit: number; offset: number }) {
      const [field = "at", direction = -1] = Object.entries(query.sort ?? {})[0] ?? [];
      const order = sql.raw(direction === 1 ? "ASC" : "DESC");
      return whole(clientUuid, query)
        .orderBy(sql`${SORT_COLUMNS[field as keyof typeof SORT_COLUMNS]} ${order} NULLS LAST`)
        .orderBy(sql`logs.at DESC`)
        .orderBy(sql`logs.id DESC`)
        .limit(page.limit)
        .offset(page.offset)
        .execute();
    },

    async countLogs(clientUuid: string | undefined, filter: LogFilter): Promise<number> {
      const { count } = await conditionsOf(clientUuid, filter)
        .reduce((select, condition) => select.where(condition), db.selectFrom("logs"))
        .select(sql<number>`count(*)`.as("count"))
        .executeTakeFirstOrThrow();
      return count;
    },

    /** Lists the latest entries after the cursor. */
    listAfter(
      clientUuid: string | undefined,
      filter: LogFilter,
      after: LogCursor | undefined,
      limit: number,
    ) {
      const query = whole(clientUuid, filter).select(sql<string>`logs.at::text`.as("at_text"));
      const rest = after
        ? query.where(sql<boolean>`(logs.at, logs.id) < (${after.at}::timestamptz, ${after.id})`)
        : query;
      return rest.orderBy(sql`logs.at DESC`).orderBy(sql`logs.id DESC`).limit(limit).execute();
    },

    /** Deletes entries before a date in batches, so that writing can continue. */
    async deleteBefore(date: Date): Promise<void> {
      for (let hasMore = true; hasMore; ) {
        const { numAffectedRows = 0n } = await sql`DELETE FROM logs WHERE id IN (
          SELECT id FROM logs WHERE at < ${date} ORDER BY at LIMIT ${PRUNE_BATCH})`.execute(db);
        hasMore = numAffectedRows === BigInt(PRUNE_BATCH);
      }
    },
  };
}
export type LogRow = Awaited<ReturnType<ReturnType<typeof createLogsRepository>["listLogs"]>>[number];

const buildRow = (entry: LogEntry) => ({
  at: entry.at,
  client_uuid: entry.clientUuid,
  client_name: entry.clientName,
  is_viewed: entry.isViewed,
  user_uuid: entry.userUuid,
  username: entry.username,
  type: entry.type,
  target: entry.target?.slice(0, MAX_TARGET_LENGTH) ?? null,
  status: entry.status,
  address: entry.address,
});

function conditionsOf(
  clientUuid: string | undefined,
  { search, type, from, to }: LogFilter,
): Expression<SqlBool>[] {
  const conditions: Expression<SqlBool>[] = [sql`logs.type <> ${PAGE_VIEW}`];
  if (clientUuid) conditions.push(sql`logs.client_uuid = ${clientUuid}`);
  if (type) conditions.push(sql`logs.type = ${type}`);
  if (from) conditions.push(sql`logs.at >= ${from}::timestamptz`);
  if (to) conditions.push(sql`logs.at < ${to}::timestamptz`);
  if (search) {
    const pattern = likeAnywhere(search);
    conditions.push(
      sql`(logs.username ILIKE ${pattern} OR logs.type ILIKE ${pattern} OR logs.target ILIKE ${pattern})`,
    );
  }
  return conditions;
}
