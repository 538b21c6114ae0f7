import type { SceneListQuery } from "@shoal/contract";
import { type Expression, type Insertable, type SqlBool, sql } from "kysely";
import type { Tx } from "../../../platform/database.ts";
import { likeAnywhere } from "../../../platform/like.ts";
import type { SceneMediaRecord } from "../../../platform/schema.ts";
import { pictureLockOf } from "../videos/index.ts";

type SortField = keyof NonNullable<SceneListQuery["sort"]>;

const SORT_EXPRESSIONS: Record<SortField, Expression<unknown>> = {
  title: sql`lower(videos.title) COLLATE "fr-x-icu"`,
  createdAt: sql.ref("videos.created_at"),
  lastModifyAt: sql.ref("videos.modified_at"),
  duration: sql.ref("summary.total_sec"),
  sceneCount: sql.ref("summary.scene_count"),
};

export interface SceneListPage {
  query: SceneListQuery;
  limit: number;
  offset: number;
}

/** Creates the repository of one client's scene lists. The first parameter of every function is the client. */
export function createSceneListsRepository(db: Tx) {
  return {
    listSceneLists(clientUuid: string, { query, limit, offset }: SceneListPage) {
      const [field = "createdAt", direction = -1] = Object.entries(query.sort ?? {})[0] ?? [];
      return selectLists(db, clientUuid)
        .where(conditionOf(query))
        .orderBy(
          sql`${SORT_EXPRESSIONS[field as SortField]} ${sql.raw(direction === 1 ? "ASC" : "DESC")} NULLS LAST`,
        )
        .orderBy("videos.uuid")
        .limit(limit)
        .offset(offset)
        .execute();
    },

    async countSceneLists(clientUuid: string, query: SceneListQuery): Promise<number> {
      const { count } = await db
        .selectFrom("videos")
        .select(sql<number>`count(*)`.as("count"))
        .where("client_uuid", "=", clientUuid)
        .where("kind", "=", "scene_list")
        .where(conditionOf(query))
        .executeTakeFirstOrThrow();
      return count;
    },

    findSceneList: (clientUuid: string, uuid: string) =>
      selectLists(db, clientUuid).where("videos.uuid", "=", uuid).executeTakeFirst(),

    /** Locks the list until the transaction ends, so that its changes and publications never race. */
    lockSceneList: (clientUuid: string, uuid: string) =>
      db
        .selectFrom("videos")
        .innerJoin("scene_lists", "scene_lists.video_uuid", "videos.uuid")
        .selectAll("videos")
        .select(["scene_lists.revision as list_revision", "scene_lists.published"])
        .where("videos.client_uuid", "=", clientUuid)
        .where("videos.uuid", "=", uuid)
        .forUpdate()
        .executeTakeFirst(),

    async addSceneList(clientUuid: string, uuid: string): Promise<void> {
      await db.insertInto("scene_lists").values({ video_uuid: uuid, client_uuid: clientUuid }).execute();
    },

    async raiseRevision(clientUuid: string, uuid: string): Promise<void> {
      await db
        .updateTable("scene_lists")
        .set({ revision: sql<number>`revision + 1` })
        .where("client_uuid", "=", clientUuid)
        .where("video_uuid", "=", uuid)
        .execute();
    },

    async setPublished(clientUuid: string, uuid: string, published: string[]): Promise<void> {
      await db
        .updateTable("scene_lists")
        .set({ published })
        .where("client_uuid", "=", clientUuid)
        .where("video_uuid", "=", uuid)
        .execute();
    },

    async addMedia(media: Insertable<SceneMediaRecord>): Promise<void> {
      await db.insertInto("scene_media").values(media).execute();
    },

    /** Lists all media of a list: its scenes' media, and earlier media that viewers still see. */
    listMedia: (clientUuid: string, listUuid: string) =>
      db
        .selectFrom("scene_media")
        .innerJoin("videos", "videos.uuid", "scene_media.video_uuid")
        .selectAll("scene_media")
        .select(["videos.status", "videos.duration_sec"])
        .where("videos.client_uuid", "=", clientUuid)
        .where("scene_media.list_uuid", "=", listUuid)
        .execute(),

    /** Replaces all scenes of a list. */
    async replaceScenes(listUuid: string, scenes: { name: string; mediaUuid: string }[]): Promise<void> {
      await db.deleteFrom("scenes").where("list_uuid", "=", listUuid).execute();
      const rows = scenes.map(({ name, mediaUuid }, position) => ({
        list_uuid: listUuid,
        position,
        name,
        media_uuid: mediaUuid,
      }));
      await db.insertInto("scenes").values(rows).execute();
    },

    /** Lists the scenes in order, with their media and the videos that they are cut from. */
    listScenes: (clientUuid: string, listUuid: string) =>
      db
        .selectFrom("scenes")
        .innerJoin("scene_media", "scene_media.video_uuid", "scenes.media_uuid")
        .innerJoin("videos as media", "media.uuid", "scenes.media_uuid")
        .leftJoin("encodings", (join) =>
          join
            .onRef("encodings.video_uuid", "=", "media.uuid")
            .onRef("encodings.generation", "=", "media.generation"),
        )
        .leftJoin("videos as origin", (join) =>
          join
            .onRef("origin.uuid", "=", "scene_media.origin_uuid")
            .onRef("origin.client_uuid", "=", "media.client_uuid")
            .on("origin.trashed_at", "is", null)
            .on("origin.is_deleted", "=", false),
        )
        .leftJoin("encodings as origin_encodings", (join) =>
          join
            .onRef("origin_encodings.video_uuid", "=", "origin.uuid")
            .onRef("origin_encodings.generation", "=", "origin.generation"),
        )
        .selectAll("scene_media")
        .select([
          "scenes.name",
          "scenes.media_uuid",
          "media.status",
          "media.error_type",
          "media.duration_sec",
        ])
        .select(["encodings.plan", "encodings.tracks", "encodings.thumbnail_object", "encodings.storyboard"])
        .select(["origin.uuid as video_uuid_now", "origin.title as video_title"])
        .select("origin.duration_sec as video_duration_sec")
        .select(pictureLockOf("scenes.media_uuid").as("picture_lock"))
        .select([
          "origin.custom_thumbnail as video_picture",
          "origin_encodings.thumbnail_object as video_frame",
        ])
        .select(pictureLockOf("scene_media.origin_uuid").as("video_picture_lock"))
        .where("media.client_uuid", "=", clientUuid)
        .where("scenes.list_uuid", "=", listUuid)
        .orderBy("scenes.position")
        .execute(),
  };
}
export type SceneListRow = NonNullable<
  Awaited<ReturnType<ReturnType<typeof createSceneListsRepository>["findSceneList"]>>
>;
export type SceneRow = Awaited<
  ReturnType<ReturnType<typeof createSceneListsRepository>["listScenes"]>
>[number];

function selectLists(db: Tx, clientUuid: string) {
  return db
    .selectFrom("videos")
    .innerJoin("scene_lists", "scene_lists.video_uuid", "videos.uuid")
    .leftJoin("users", "users.uuid", "videos.user_uuid")
    .leftJoin("video_stats", "video_stats.video_uuid", "videos.uuid")
    .leftJoin("encodings", (join) =>
      join
        .onRef("encodings.video_uuid", "=", "videos.uuid")
        .onRef("encodings.generation", "=", "videos.generation"),
    )
    .innerJoinLateral(summaryOf(db).as("summary"), (join) => join.onTrue())
    .leftJoinLateral(firstPictureOf(db).as("first"), (join) => join.onTrue())
    .selectAll("videos")
    .select(["scene_lists.revision as list_revision", "scene_lists.published"])
    .select(["users.username", "video_stats.nb_view", "encodings.tracks", "encodings.thumbnail_object"])
    .select(["summary.scene_count", "summary.ready_count", "summary.total_sec", "summary.has_error"])
    .select("summary.wanted")
    .select(["first.first_uuid", "first.first_picture", "first.first_frame", "first.first_lock"])
    .select(pictureLockOf("videos.uuid").as("picture_lock"))
    .where("videos.client_uuid", "=", clientUuid)
    .where("videos.kind", "=", "scene_list");
}

/** Selects the picture of the first scene's video, which a list shows until it has its own. */
const firstPictureOf = (db: Tx) =>
  db
    .selectFrom("scenes")
    .innerJoin("scene_media", "scene_media.video_uuid", "scenes.media_uuid")
    .innerJoin("videos as origin", "origin.uuid", "scene_media.origin_uuid")
    .leftJoin("encodings as origin_encodings", (join) =>
      join
        .onRef("origin_encodings.video_uuid", "=", "origin.uuid")
        .onRef("origin_encodings.generation", "=", "origin.generation"),
    )
    .select(["origin.uuid as first_uuid", "origin.custom_thumbnail as first_picture"])
    .select("origin_encodings.thumbnail_object as first_frame")
    .select(pictureLockOf("origin.uuid").as("first_lock"))
    .where(sql<boolean>`scenes.list_uuid = videos.uuid AND origin.client_uuid = videos.client_uuid`)
    .where("origin.trashed_at", "is", null)
    .where("origin.is_deleted", "=", false)
    .orderBy("scenes.position")
    .limit(1);

/** Counts the scenes of each list and adds up their lengths. */
const summaryOf = (db: Tx) =>
  db
    .selectFrom("scenes")
    .innerJoin("videos as media", "media.uuid", "scenes.media_uuid")
    .select([
      sql<number>`count(*)`.as("scene_count"),
      sql<number>`count(*) FILTER (WHERE media.status = 'encoded')`.as("ready_count"),
      sql<number>`coalesce(sum(media.duration_sec), 0)`.as("total_sec"),
      sql<boolean>`coalesce(bool_or(media.status = 'error'), false)`.as("has_error"),
      sql<string[]>`coalesce(array_agg(scenes.media_uuid ORDER BY scenes.position), '{}')`.as("wanted"),
    ])
    .where(sql<boolean>`scenes.list_uuid = videos.uuid`);

function conditionOf({ search }: SceneListQuery): Expression<SqlBool> {
  if (!search) return sql`true`;
  const pattern = likeAnywhere(search.toLowerCase());
  return sql`(videos.title_lower LIKE ${pattern} OR videos.description_lower LIKE ${pattern})`;
}

/** Finds the list that media of a scene belong to. Serves results of workers, which name no client. */
export const findListOfMedia = (db: Tx, mediaUuid: string) =>
  db
    .selectFrom("scene_media")
    .innerJoin("scene_lists", "scene_lists.video_uuid", "scene_media.list_uuid")
    .select(["scene_lists.video_uuid as uuid", "scene_lists.client_uuid as clientUuid"])
    .where("scene_media.video_uuid", "=", mediaUuid)
    .executeTakeFirst();

/** Lists the scene lists of all clients whose current state is not published yet. */
export async function listUnpublished(db: Tx): Promise<{ uuid: string; clientUuid: string }[]> {
  const { rows } = await sql<{ uuid: string; clientUuid: string }>`
    SELECT video_uuid AS uuid, client_uuid AS "clientUuid" FROM scene_lists WHERE published IS DISTINCT FROM
      (SELECT array_agg(media_uuid ORDER BY position) FROM scenes WHERE list_uuid = video_uuid)`.execute(db);
  return rows;
}
