import { type IngestRun, type LiveCondition, MAX_LIVE_SOURCES } from "@shoal/contract/ingest";
import { type Insertable, type Selectable, sql, type Updateable } from "kysely";
import type { Tx } from "../../../platform/database.ts";
import type { LiveRecord } from "../../../platform/schema.ts";

export type LiveRow = Selectable<LiveRecord>;
type LiveVideo = { uuid: string; client_uuid: string };

/** The database's clock, which all replicas share, as a value for statements. */
export const DATABASE_NOW = sql<Date>`now()` as never;

/** Selects lives that no ingest handles. */
export interface UnhandledLives {
  /** Selects lives that were not reported for this many milliseconds. */
  silentMs?: number;
  /** Selects lives of earlier runs of this ingest. */
  run?: IngestRun;
  videoUuid?: string;
}

/** Matches lives that an ingest is handling. */
const IS_RUNNING = sql<boolean>`state IN ('connecting', 'live', 'lost')`;

/** Creates the repository of the live-specific data of videos. Changes require a lock on the video. */
export function createLivesRepository(db: Tx) {
  return {
    addLives: (lives: Insertable<LiveRecord>[]) => db.insertInto("lives").values(lives).execute(),

    findLive: (clientUuid: string, videoUuid: string): Promise<LiveRow | undefined> =>
      db
        .selectFrom("lives")
        .selectAll()
        .where("client_uuid", "=", clientUuid)
        .where("video_uuid", "=", videoUuid)
        .executeTakeFirst(),

    findLives: (clientUuid: string, videoUuids: string[]): Promise<LiveRow[]> =>
      db
        .selectFrom("lives")
        .selectAll()
        .where("client_uuid", "=", clientUuid)
        .where(sql<boolean>`video_uuid = ANY(${videoUuids}::uuid[])`)
        .execute(),

    /** Finds lives of any client. */
    findLivesForWork: (videoUuids: string[]): Promise<LiveRow[]> =>
      db
        .selectFrom("lives")
        .selectAll()
        .where(sql<boolean>`video_uuid = ANY(${videoUuids}::uuid[])`)
        .execute(),

    findByKey: (keyHash: Buffer) =>
      db
        .selectFrom("lives")
        .select("video_uuid")
        .where("key_hash", "=", keyHash)
        .where("is_clients_own", "=", false)
        .executeTakeFirst(),

    /** Finds a live of any client that encoders can publish to. */
    findPublished: (videoUuid: string) =>
      db
        .selectFrom("lives")
        .innerJoin("videos", "videos.uuid", "lives.video_uuid")
        .select(["lives.client_uuid", "sealed_key", "is_clients_own"])
        .where("video_uuid", "=", videoUuid)
        // Fetched lives have no publisher.
        .where("live_type", "!=", "custom")
        .where("videos.trashed_at", "is", null)
        .where("videos.is_deleted", "=", false)
        .executeTakeFirst(),

    /** Finds the client to whom this stream key belongs. */
    findClientByKey: (key: string) =>
      db.selectFrom("clients").select("uuid").where("stream_key", "=", key).executeTakeFirst(),

    /** Locks a client, so that the live of its own key is created only once. */
    lockClient: (clientUuid: string) =>
      db.selectFrom("clients").select("uuid").where("uuid", "=", clientUuid).forUpdate().executeTakeFirst(),

    /** Finds the live of the client's own key, unless it was deleted. */
    findClientsOwn: (clientUuid: string) =>
      db
        .selectFrom("lives")
        .innerJoin("videos", "videos.uuid", "lives.video_uuid")
        .select("video_uuid")
        .where("lives.client_uuid", "=", clientUuid)
        .where("is_clients_own", "=", true)
        .where("videos.trashed_at", "is", null)
        .where("videos.is_deleted", "=", false)
        .executeTakeFirst(),

    /** Releases the client's own key from the live that has it, so that another live can be published with it. */
    clearClientsOwn: (clientUuid: string) =>
      db
        .updateTable("lives")
        .set({ is_clients_own: false })
        .where("client_uuid", "=", clientUuid)
        .where("is_clients_own", "=", true)
        .execute(),

    updateLive: ({ client_uuid, uuid }: LiveVideo, change: Updateable<LiveRecord>) =>
      db
        .updateTable("lives")
        .set(change)
        .where("client_uuid", "=", client_uuid)
        .where("video_uuid", "=", uuid)
        .execute(),

    updateLives: (clientUuid: string, videoUuids: string[], change: Updateable<LiveRecord>) =>
      db
        .updateTable("lives")
        .set(change)
        .where("client_uuid", "=", clientUuid)
        .where(sql<boolean>`video_uuid = ANY(${videoUuids}::uuid[])`)
        .execute(),

    /**
     * Stores an ingest's report with its measurements.
     * @returns which of its lives should continue.
     */
    async recordSeen(
      ingestId: string,
      videoUuids: string[],
      conditions: LiveCondition[],
    ): Promise<{ uuid: string; generation: number }[]> {
      const { rows } = await sql<{ uuid: string; generation: number }>`
        UPDATE lives SET seen_at = now(), condition = coalesce(told.condition, lives.condition)
        FROM videos, unnest(${videoUuids}::uuid[]) AS seen (uuid)
        LEFT JOIN (
          SELECT condition || jsonb_build_object('measuredAt', now()) AS condition,
            (condition ->> 'uuid')::uuid AS uuid
          FROM jsonb_array_elements(${JSON.stringify(conditions)}::jsonb) AS all_told (condition)
        ) AS told ON told.uuid = seen.uuid
        WHERE videos.uuid = lives.video_uuid AND video_uuid = seen.uuid AND ingest_id = ${ingestId}
          AND is_open AND trashed_at IS NULL AND NOT is_deleted
        RETURNING videos.uuid, generation`.execute(db);
      return rows;
    },
    /**
     * Assigns lives to fetch to an ingest: those it already has, and unassigned ones up to the limit.
     * @param claimLifeMs after this long without news, an ingest no longer counts as fetching.
     */
    async claimSources(ingestId: string, claimLifeMs: number) {
      const { rows } = await sql<{ uuid: string; sealed_source_url: string; sealed_key: string }>`
        WITH claimed AS (
          SELECT video_uuid, sealed_source_url FROM lives JOIN videos ON videos.uuid = video_uuid
          WHERE live_type = 'custom' AND is_open AND trashed_at IS NULL AND NOT is_deleted
            AND sealed_source_url IS NOT NULL
            AND (fetcher_id = ${ingestId} OR fetcher_id IS NULL
              OR fetcher_seen_at < now() - ${`${claimLifeMs} milliseconds`}::interval)
          ORDER BY (fetcher_id IS NOT DISTINCT FROM ${ingestId}) DESC, video_uuid
          LIMIT ${MAX_LIVE_SOURCES}
          FOR UPDATE OF lives
        )
        UPDATE lives SET fetcher_id = ${ingestId}, fetcher_seen_at = now() FROM claimed
        WHERE lives.video_uuid = claimed.video_uuid
        RETURNING lives.video_uuid AS uuid, sealed_source_url, sealed_key`.execute(db);
      return rows;
    },
    /** Lists lives that no ingest handles any longer. */
    listForsaken: ({ silentMs, run, videoUuid }: UnhandledLives) =>
      db
        .selectFrom("lives")
        .select("video_uuid")
        .where(IS_RUNNING)
        .$if(silentMs !== undefined, (query) =>
          query.where("seen_at", "<", sql<Date>`now() - ${`${silentMs} milliseconds`}::interval`),
        )
        .$if(run !== undefined, (query) =>
          query.where("ingest_url", "=", run?.url ?? "").where("ingest_id", "!=", run?.id ?? ""),
        )
        .$if(videoUuid !== undefined, (query) => query.where("video_uuid", "=", videoUuid ?? ""))
        .execute(),

    /** Lists lives that were opened at least `ms` ago and were not published since. */
    listUnused: (status: "restart" | "uploading", ms: number) =>
      db
        .selectFrom("lives")
        .innerJoin("videos", "videos.uuid", "lives.video_uuid")
        .select("video_uuid")
        .where("videos.status", "=", status)
        .where("opened_at", "<", sql<Date>`now() - ${`${ms} milliseconds`}::interval`)
        .execute(),

    listKeys: (clientUuid: string) =>
      db
        .selectFrom("lives")
        .innerJoin("videos", "videos.uuid", "lives.video_uuid")
        .select(["videos.uuid", "videos.title", "lives.sealed_key", "lives.key_made_at"])
        .where("lives.client_uuid", "=", clientUuid)
        .where("is_clients_own", "=", false)
        // Fetched lives have no publisher.
        .where("live_type", "!=", "custom")
        .where("videos.trashed_at", "is", null)
        .where("videos.is_deleted", "=", false)
        .orderBy("videos.created_at")
        .orderBy("videos.uuid")
        .execute(),

    findClientKey: (clientUuid: string) =>
      db
        .selectFrom("clients")
        .select(["stream_key", "created_at"])
        .where("uuid", "=", clientUuid)
        .executeTakeFirst(),

    async renewClientKey(clientUuid: string): Promise<string> {
      const { stream_key } = await db
        .updateTable("clients")
        .set({
          stream_key: sql<string>`replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '')`,
        })
        .where("uuid", "=", clientUuid)
        .returning("stream_key")
        .executeTakeFirstOrThrow();
      return stream_key;
    },
  };
}
