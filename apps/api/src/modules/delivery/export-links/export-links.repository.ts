import type { ExportLinkListQuery } from "@shoal/contract";
import { type Expression, type Insertable, type SqlBool, sql, type Updateable } from "kysely";
import type { Tx } from "../../../platform/database.ts";
import { likeAnywhere } from "../../../platform/like.ts";
import { lockForAdding } from "../../../platform/lock-for-adding.ts";
import { recordPlaybackChanges } from "../../../platform/playback-changes.ts";
import type { ExportLinkRow } from "../../../platform/schema.ts";
import { pictureLockOf } from "../../media/videos/index.ts";

type SortField = keyof NonNullable<ExportLinkListQuery["sort"]>;

const SORT_EXPRESSIONS: Record<SortField, Expression<unknown>> = {
  name: sql`lower(export_links.name) COLLATE "fr-x-icu"`,
  video: sql`videos.title_lower COLLATE "fr-x-icu"`,
  createdAt: sql.ref("export_links.created_at"),
  endsAt: sql.ref("export_links.ends_at"),
  views: sql.ref("export_links.views"),
  lastViewAt: sql.ref("export_links.last_view_at"),
};

export interface LinkPage {
  query: ExportLinkListQuery;
  limit: number;
  offset: number;
}

/** Creates the repository of one client's export links; only `findForEdge` finds a link of any client by its uuid. */
export function createExportLinksRepository(db: Tx) {
  const own = (clientUuid: string) =>
    db
      .selectFrom("export_links")
      .innerJoin("videos", "videos.uuid", "export_links.video_uuid")
      .where("export_links.client_uuid", "=", clientUuid)
      .where("videos.client_uuid", "=", clientUuid);

  const withVideos = (clientUuid: string) =>
    own(clientUuid)
      .leftJoin("users", "users.uuid", "export_links.user_uuid")
      .leftJoin("encodings", (join) =>
        join
          .onRef("encodings.video_uuid", "=", "videos.uuid")
          .onRef("encodings.generation", "=", "videos.generation"),
      )
      .selectAll("export_links")
      .select(["users.username", "encodings.thumbnail_object", "videos.custom_thumbnail"])
      .select(["videos.title", "videos.autoplay"])
      .select(pictureLockOf("videos.uuid").as("picture_lock"))
      .select(["videos.duration_sec", "videos.starts_at", "videos.trashed_at", "videos.is_deleted"])
      .select(sql<boolean>`videos.password_hash IS NOT NULL`.as("has_password"));

  return {
    findLink: (clientUuid: string, uuid: string) =>
      withVideos(clientUuid).where("export_links.uuid", "=", uuid).executeTakeFirst(),

    findForEdge: (uuid: string) =>
      db.selectFrom("export_links").selectAll().where("uuid", "=", uuid).executeTakeFirst(),

    listLinks(clientUuid: string, { query, limit, offset }: LinkPage) {
      const [field = "createdAt", direction = -1] = Object.entries(query.sort ?? {})[0] ?? [];
      return conditionsOf(query)
        .reduce((select, condition) => select.where(condition), withVideos(clientUuid))
        .orderBy(
          sql`${SORT_EXPRESSIONS[field as SortField]} ${sql.raw(direction === 1 ? "ASC" : "DESC")} NULLS LAST`,
        )
        .orderBy("export_links.uuid")
        .limit(limit)
        .offset(offset)
        .execute();
    },

    async countLinks(clientUuid: string, query: ExportLinkListQuery): Promise<number> {
      const { count } = await conditionsOf(query)
        .reduce((select, condition) => select.where(condition), own(clientUuid))
        .select(sql<number>`count(*)`.as("count"))
        .executeTakeFirstOrThrow();
      return count;
    },

    /** Counts the client's links; other transactions that add one wait until this one ends. */
    async countForAdding(clientUuid: string): Promise<number> {
      await lockForAdding(db, clientUuid);
      const { count } = await db
        .selectFrom("export_links")
        .select(sql<number>`count(*)`.as("count"))
        .where("client_uuid", "=", clientUuid)
        .executeTakeFirstOrThrow();
      return count;
    },

    async addLink(link: Insertable<ExportLinkRow>): Promise<string> {
      const { uuid } = await db
        .insertInto("export_links")
        .values(link)
        .returning("uuid")
        .executeTakeFirstOrThrow();
      return uuid;
    },

    /**
     * Saves a link, raises its revision, and notifies the edges on commit.
     * @param revision the revision on which the change is based; undefined for any.
     * @returns false if there is no such link with that revision.
     */
    async updateLink(
      clientUuid: string,
      uuid: string,
      change: Updateable<ExportLinkRow>,
      revision?: number,
    ): Promise<boolean> {
      const rows = await db
        .updateTable("export_links")
        .set({ ...change, revision: sql<number>`revision + 1` })
        .where("client_uuid", "=", clientUuid)
        .where("uuid", "=", uuid)
        .$if(revision !== undefined, (update) => update.where("revision", "=", revision ?? 0))
        .returning(["uuid", "revision"])
        .execute();
      await recordPlaybackChanges(db, "link", rows);
      return rows.length > 0;
    },

    /** Deletes a link and notifies the edges on commit. @returns the link's name; undefined if it did not exist. */
    async deleteLink(clientUuid: string, uuid: string): Promise<string | undefined> {
      const rows = await db
        .deleteFrom("export_links")
        .where("client_uuid", "=", clientUuid)
        .where("uuid", "=", uuid)
        .returning(["uuid", "name"])
        .execute();
      await recordPlaybackChanges(
        db,
        "link",
        rows.map((row) => ({ uuid: row.uuid, revision: 0 })),
      );
      return rows[0]?.name;
    },
  };
}
export type FullLinkRow = NonNullable<
  Awaited<ReturnType<ReturnType<typeof createExportLinksRepository>["findLink"]>>
>;

const IS_ACTIVE = sql<SqlBool>`(NOT export_links.is_paused AND NOT videos.is_deleted AND videos.trashed_at IS NULL
  AND (export_links.ends_at IS NULL OR export_links.ends_at > now()))`;

function conditionsOf({ search, filter }: ExportLinkListQuery): Expression<SqlBool>[] {
  const conditions: Expression<SqlBool>[] = [];
  if (search) {
    const pattern = likeAnywhere(search.toLowerCase());
    conditions.push(sql`(lower(export_links.name) LIKE ${pattern} OR videos.title_lower LIKE ${pattern}
      OR export_links.uuid::text = lower(${search}))`);
  }
  if (filter?.video) conditions.push(sql`export_links.video_uuid = ${filter.video}`);
  if (filter?.state) conditions.push(filter.state === "active" ? IS_ACTIVE : sql`NOT ${IS_ACTIVE}`);
  return conditions;
}
