import type { ClientListQuery } from "@shoal/contract";
import { type Expression, type Insertable, type SqlBool, sql, type Updateable } from "kysely";
import type { Tx } from "../../../platform/database.ts";
import { likeAnywhere } from "../../../platform/like.ts";
import { recordPlaybackChanges } from "../../../platform/playback-changes.ts";
import type { Client } from "../../../platform/schema.ts";

type SortField = keyof NonNullable<ClientListQuery["sort"]>;

const SORT_EXPRESSIONS: Record<SortField, Expression<unknown>> = {
  clientname: sql`lower(clients.name) COLLATE "fr-x-icu"`,
  type: sql.ref("clients.type"),
  createdAt: sql.ref("clients.created_at"),
  clientNumber: sql.ref("clients.number"),
};

export interface ClientPage {
  query: ClientListQuery;
  limit: number;
  offset: number;
}

/** Creates the repository of clients, each found by its uuid; only the administration lists more than one (`…ForAdministration`). */
export function createClientsRepository(db: Tx) {
  const withCounts = () =>
    db
      .selectFrom("clients")
      .selectAll("clients")
      .select(
        sql<number>`(SELECT count(*) FROM users WHERE users.client_uuid = clients.uuid)`.as("user_count"),
      )
      .select(
        sql<number>`(SELECT count(*) FROM videos WHERE videos.client_uuid = clients.uuid AND videos.kind = 'video')`.as(
          "video_count",
        ),
      );

  return {
    findClient: (clientUuid: string) =>
      withCounts().where("clients.uuid", "=", clientUuid).executeTakeFirst(),

    /** Finds the columns that edges need. Changing any of them raises the revision. */
    findForEdge: (clientUuid: string) =>
      db
        .selectFrom("clients")
        .select(["player_theme", "ice_set_uuid", "usual_claims", "claims_lifted", "playback_stopped_month"])
        .select(sql<number>`revision + edge_revision`.as("revision"))
        .where("uuid", "=", clientUuid)
        .executeTakeFirst(),

    /** Notifies edges, on commit, of a change that affects all of the client's videos. */
    async touchClient(clientUuid: string): Promise<void> {
      const rows = await db
        .updateTable("clients")
        .set({ edge_revision: sql<number>`edge_revision + 1` })
        .where("uuid", "=", clientUuid)
        .returning(["uuid", sql<number>`revision + edge_revision`.as("revision")])
        .execute();
      await recordPlaybackChanges(db, "client", rows);
    },

    /** Locks the row until the transaction ends. Rows that refer to it can still be added. */
    lockClient: (clientUuid: string) =>
      db.selectFrom("clients").selectAll().where("uuid", "=", clientUuid).forNoKeyUpdate().executeTakeFirst(),

    async listForAdministration({ query, limit, offset }: ClientPage) {
      const [field = "clientname", direction = 1] = Object.entries(query.sort ?? {})[0] ?? [];
      return conditionsOf(query)
        .reduce((select, condition) => select.where(condition), withCounts())
        .orderBy(sql`${SORT_EXPRESSIONS[field as SortField]} ${sql.raw(direction === 1 ? "ASC" : "DESC")}`)
        .orderBy("clients.uuid")
        .limit(limit)
        .offset(offset)
        .execute();
    },

    async countForAdministration(query: ClientListQuery): Promise<number> {
      const { count } = await conditionsOf(query)
        .reduce((select, condition) => select.where(condition), db.selectFrom("clients"))
        .select(sql<number>`count(*)`.as("count"))
        .executeTakeFirstOrThrow();
      return count;
    },

    async addClient(client: Insertable<Client>): Promise<string> {
      const { uuid } = await db
        .insertInto("clients")
        .values(client)
        .returning("uuid")
        .executeTakeFirstOrThrow();
      return uuid;
    },

    /** Saves a change. @returns false if the client was deleted or has another revision by now. */
    async updateClient(
      clientUuid: string,
      revision: number | undefined,
      change: Updateable<Client>,
    ): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable("clients")
        .set({ ...change, revision: sql<number>`revision + 1` })
        .where("uuid", "=", clientUuid)
        .$if(revision !== undefined, (update) => update.where("revision", "=", revision as number))
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },

    /** Saves fields that no form edits, without a new revision, so that open forms stay valid. */
    async recordClient(clientUuid: string, change: Updateable<Client>): Promise<void> {
      await db.updateTable("clients").set(change).where("uuid", "=", clientUuid).execute();
    },
  };
}
export type ClientRow = NonNullable<
  Awaited<ReturnType<ReturnType<typeof createClientsRepository>["findClient"]>>
>;

function conditionsOf({ search, filter }: ClientListQuery): Expression<SqlBool>[] {
  const conditions: Expression<SqlBool>[] = [];
  if (search) {
    const pattern = likeAnywhere(search);
    conditions.push(sql`(clients.name ILIKE ${pattern} OR company_name ILIKE ${pattern}
      OR contact_email ILIKE ${pattern} OR clients.number::text = ${search} OR clients.uuid::text = lower(${search}))`);
  }
  if (filter?.type) conditions.push(sql`clients.type = ${filter.type}`);
  if (filter?.dataToDelete !== undefined)
    conditions.push(sql`clients.data_to_delete = ${filter.dataToDelete}`);
  return conditions;
}

/** Finds the time zone of a client's days and months: an IANA name, UTC until it has chosen one. */
export const findTimeZone = async (db: Tx, clientUuid: string): Promise<string> =>
  (await findChosenTimeZone(db, clientUuid)) ?? "UTC";

/** Finds the time zone that a client chose, an IANA name; undefined if the client has not chosen one. */
export async function findChosenTimeZone(db: Tx, clientUuid: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("client_rules")
    .select("time_zone")
    .where("client_uuid", "=", clientUuid)
    .executeTakeFirst();
  return row?.time_zone ?? undefined;
}
