import type { CdnEntryListQuery } from "@shoal/contract";
import type { CdnHindrance, cdnHindranceOf, Purge, PurgeState } from "@shoal/domain/cdn";
import {
  type Expression,
  type Insertable,
  type Selectable,
  type SqlBool,
  sql,
  type Updateable,
} from "kysely";
import type { Tx } from "../../../platform/database.ts";
import { likeAnywhere } from "../../../platform/like.ts";
import { lockForAdding } from "../../../platform/lock-for-adding.ts";
import type { Client } from "../../../platform/schema/accounts.ts";
import type { CdnEntryRow, CdnHostRow } from "./cdn.table.ts";

type SortField = keyof NonNullable<CdnEntryListQuery["sort"]>;

/** A traffic figure of each entry, by uuid; null if the entry has none. */
type TrafficByEntry = Readonly<Record<string, number | null>>;

const trafficOf = (traffic: TrafficByEntry) =>
  sql`(${JSON.stringify(traffic)}::jsonb ->> cdn_entries.uuid::text)::float8`;

const SORT_EXPRESSIONS: Record<SortField, (traffic: TrafficByEntry) => Expression<unknown>> = {
  name: () => sql`lower(cdn_entries.name) COLLATE "fr-x-icu"`,
  originUrl: () => sql.ref("cdn_entries.origin_url"),
  createdAt: () => sql.ref("cdn_entries.created_at"),
  requests: (traffic) => sql`coalesce(${trafficOf(traffic)}, 0)`,
  bytesSent: (traffic) => sql`coalesce(${trafficOf(traffic)}, 0)`,
  // Entries without requests have no ratio.
  hitRatio: trafficOf,
};

export interface CdnPage {
  query: CdnEntryListQuery;
  /** Why the client's entries are not served, which determines the state shown for entries that are not draining. */
  hindrance: CdnHindrance | undefined;
  /** The traffic figures by which entries are sorted, if the sort field is such a figure. */
  traffic?: TrafficByEntry | undefined;
  limit: number;
  offset: number;
}

/** Creates the repository of one client's CDN entries; edges and scheduled tasks use functions of their own. */
export function createCdnRepository(db: Tx) {
  const own = (clientUuid: string) =>
    db.selectFrom("cdn_entries").where("cdn_entries.client_uuid", "=", clientUuid);

  const withAuthors = (clientUuid: string) =>
    own(clientUuid)
      .leftJoin("users", "users.uuid", "cdn_entries.user_uuid")
      .selectAll("cdn_entries")
      .select("users.username");

  return {
    findEntry: (clientUuid: string, uuid: string) =>
      withAuthors(clientUuid).where("cdn_entries.uuid", "=", uuid).executeTakeFirst(),

    lockEntry: (clientUuid: string, uuid: string) =>
      own(clientUuid).selectAll().where("uuid", "=", uuid).forUpdate().executeTakeFirst(),

    listEntries(clientUuid: string, { query, hindrance, traffic = {}, limit, offset }: CdnPage) {
      const [field = "createdAt", direction = -1] = Object.entries(query.sort ?? {})[0] ?? [];
      return conditionsOf(query, hindrance)
        .reduce((select, condition) => select.where(condition), withAuthors(clientUuid))
        .orderBy(
          sql`${SORT_EXPRESSIONS[field as SortField](traffic)} ${sql.raw(direction === 1 ? "ASC" : "DESC")} NULLS LAST`,
        )
        .orderBy("cdn_entries.uuid")
        .limit(limit)
        .offset(offset)
        .execute();
    },

    async countEntries(
      clientUuid: string,
      query: CdnEntryListQuery,
      hindrance: CdnHindrance | undefined,
    ): Promise<number> {
      const { count } = await conditionsOf(query, hindrance)
        .reduce((select, condition) => select.where(condition), own(clientUuid))
        .select(sql<number>`count(*)`.as("count"))
        .executeTakeFirstOrThrow();
      return count;
    },

    /** Counts the client's entries; other transactions that add one wait until this one ends. */
    async countForAdding(clientUuid: string): Promise<number> {
      await lockForAdding(db, clientUuid);
      const { count } = await own(clientUuid)
        .select(sql<number>`count(*)`.as("count"))
        .executeTakeFirstOrThrow();
      return count;
    },

    /** Whether the client has an active subscription, and whether its budget stops entries. */
    findSubscription: (clientUuid: string) =>
      db
        .selectFrom("clients")
        .select(["free_tier", "subscription_ends_at", "cdn_suspended_at", "cdn_stopped_month"])
        .where("uuid", "=", clientUuid)
        .executeTakeFirst(),

    /** Starts tracking the client's subscription, on which the entries depend. No effect if it is already tracked. */
    async followSubscription(clientUuid: string, isActive: boolean): Promise<void> {
      await db
        .insertInto("cdn_subscriptions")
        .values({ client_uuid: clientUuid, is_active: isActive })
        .onConflict((conflict) => conflict.column("client_uuid").doNothing())
        .execute();
    },

    async addEntry(entry: Insertable<CdnEntryRow>): Promise<string> {
      const { uuid } = await db
        .insertInto("cdn_entries")
        .values(entry)
        .returning("uuid")
        .executeTakeFirstOrThrow();
      return uuid;
    },

    /** Saves a change and notifies the edges with the commit. @param isEdit whether it conflicts with a save of a form. */
    async updateEntry(
      clientUuid: string,
      uuid: string,
      change: Updateable<CdnEntryRow>,
      { isEdit }: { isEdit: boolean },
    ): Promise<void> {
      await db
        .updateTable("cdn_entries")
        .set({
          ...change,
          revision: sql<number>`revision + 1`,
          ...(isEdit ? { edit_revision: sql<number>`edit_revision + 1` } : {}),
        })
        .where("client_uuid", "=", clientUuid)
        .where("uuid", "=", uuid)
        .execute();
    },

    listHosts: (clientUuid: string, entries: readonly string[]): Promise<HostOfEntry[]> =>
      entries.length === 0
        ? Promise.resolve([])
        : db
            .selectFrom("cdn_hosts")
            .select(["entry_uuid", "host", "checked_at"])
            .where("client_uuid", "=", clientUuid)
            .where("entry_uuid", "in", entries)
            .orderBy("host")
            .execute(),

    /** Replaces the custom host names of an entry. Names that remain are served as before. */
    async setHosts(clientUuid: string, uuid: string, hosts: readonly string[]): Promise<void> {
      const of = db
        .deleteFrom("cdn_hosts")
        .where("client_uuid", "=", clientUuid)
        .where("entry_uuid", "=", uuid);
      await (hosts.length === 0 ? of : of.where("host", "not in", hosts)).execute();
      if (hosts.length === 0) return;
      const rows = hosts.map((host) => ({ entry_uuid: uuid, client_uuid: clientUuid, host }));
      await db
        .insertInto("cdn_hosts")
        .values(rows)
        .onConflict((conflict) => conflict.columns(["entry_uuid", "host"]).doNothing())
        .execute();
    },

    /**
     * Starts or stops serving a custom host name with this entry. The entry that the name's records name gets it, even from
     * an entry of another client.
     */
    async markHost(clientUuid: string, uuid: string, host: string, isServed: boolean): Promise<void> {
      if (isServed)
        await sql`WITH lost AS (
            UPDATE cdn_hosts SET checked_at = NULL
            WHERE host = ${host} AND checked_at IS NOT NULL
              AND NOT (entry_uuid = ${uuid} AND client_uuid = ${clientUuid})
            RETURNING entry_uuid
          )
          UPDATE cdn_entries SET revision = revision + 1 FROM lost WHERE uuid = lost.entry_uuid`.execute(db);
      await db
        .updateTable("cdn_hosts")
        .set({
          checked_at: isServed ? sql<Date>`now()` : null,
          rechecked_at: null,
          failing_since: null,
        })
        .where("client_uuid", "=", clientUuid)
        .where("entry_uuid", "=", uuid)
        .where("host", "=", host)
        .execute();
    },

    /** Lists the purges of an entry, oldest first. */
    async listPurges(clientUuid: string, uuid: string): Promise<Purge[]> {
      const rows = await db
        .selectFrom("cdn_purges")
        .select(["path", "is_prefix", "number"])
        .where("client_uuid", "=", clientUuid)
        .where("entry_uuid", "=", uuid)
        .orderBy("number")
        .orderBy("path")
        .execute();
      return rows.map(({ path, is_prefix, number }) => ({ path, isPrefix: is_prefix, number }));
    },

    /** @param before the values before this purge. */
    async savePurges(
      clientUuid: string,
      uuid: string,
      before: readonly Purge[],
      { purges }: Pick<PurgeState, "purges">,
    ): Promise<void> {
      const [kept, had] = [new Set(purges), new Set(before)];
      const gone = before.filter((each) => !kept.has(each));
      const added = purges.filter((each) => !had.has(each));
      if (gone.length > 0)
        await sql`DELETE FROM cdn_purges USING unnest(
            ${gone.map(({ path }) => path)}::text[], ${gone.map(({ isPrefix }) => isPrefix)}::boolean[]
          ) AS gone (path, is_prefix)
          WHERE cdn_purges.client_uuid = ${clientUuid} AND entry_uuid = ${uuid}
            AND cdn_purges.path = gone.path AND cdn_purges.is_prefix = gone.is_prefix`.execute(db);
      if (added.length === 0) return;
      const rows = added.map(({ path, isPrefix, number }) => ({
        entry_uuid: uuid,
        client_uuid: clientUuid,
        path,
        is_prefix: isPrefix,
        number,
      }));
      await db.insertInto("cdn_purges").values(rows).execute();
    },
  };
}

/** Returns what decides whether a client's entries are served, from the client's columns. */
export const standingOf = (
  client: Pick<
    Selectable<Client>,
    "free_tier" | "subscription_ends_at" | "cdn_suspended_at" | "cdn_stopped_month"
  >,
): Parameters<typeof cdnHindranceOf>[0] => ({
  isFreeTierOnly: client.free_tier,
  isSuspended: client.cdn_suspended_at !== null,
  subscriptionEndsAtMs: client.subscription_ends_at?.getTime() ?? null,
  budgetStopsMonth: client.cdn_stopped_month,
});

export type HostOfEntry = Pick<CdnHostRow, "entry_uuid" | "host"> & { checked_at: Date | null };
export type FullCdnRow = NonNullable<
  Awaited<ReturnType<ReturnType<typeof createCdnRepository>["findEntry"]>>
>;

function conditionsOf(
  { search, filter }: CdnEntryListQuery,
  hindrance: CdnHindrance | undefined,
): Expression<SqlBool>[] {
  const conditions: Expression<SqlBool>[] = [];
  if (search) {
    const pattern = likeAnywhere(search);
    conditions.push(sql`(cdn_entries.name ILIKE ${pattern} OR cdn_entries.origin_url ILIKE ${pattern}
      OR cdn_entries.key = lower(${search}) OR EXISTS (
        SELECT 1 FROM cdn_hosts
        WHERE entry_uuid = cdn_entries.uuid AND cdn_hosts.client_uuid = cdn_entries.client_uuid AND host ILIKE ${pattern}
      ))`);
  }
  if (filter?.state) conditions.push(stateCondition(filter.state, hindrance));
  return conditions;
}

/** The SQL form of `cdnEntryStateOf` for one entry. */
function stateCondition(
  state: NonNullable<NonNullable<CdnEntryListQuery["filter"]>["state"]>,
  hindrance: CdnHindrance | undefined,
): Expression<SqlBool> {
  if (state === "draining") return sql`drains_until IS NOT NULL`;
  if (state === hindrance) return sql`drains_until IS NULL`;
  if (hindrance || state === "unsubscribed" || state === "budgetReached") return sql`false`;
  return sql`(drains_until IS NULL AND is_paused = ${state === "paused"})`;
}
