import type { AlignmentReason, PackedAlignment } from "@shoal/contract";
import type { PlaybackTrack } from "@shoal/contract/edge";
import type { EncodePlan } from "@shoal/contract/stored-data";
import { type Insertable, type Selectable, type SqlBool, sql } from "kysely";
import type { Tx } from "../../../platform/database.ts";
import { type VersionKey, versionCondition } from "../projects/index.ts";
import type { CarriedCommentRow, VersionAlignmentRow } from "./alignments.table.ts";

/** A version with the current state of its video; its columns are null once the video is deleted. */
export interface VersionMedia {
  number: number;
  video_uuid: string;
  found_uuid: string | null;
  status: string | null;
  generation: number | null;
  is_deleted: boolean | null;
  trashed_at: Date | null;
  tracks: PlaybackTrack[] | null;
  rungs: EncodePlan["rungs"] | null;
  info: EncodePlan["info"] | null;
}

export type FoundAlignment = Selectable<VersionAlignmentRow>;

/** The time after which the job is requested again, because the queue holds only one per client. */
const REREQUEST_AFTER_SEC = 5;
/** Projects inactive for longer are compared only when a user opens them. */
const INACTIVE_AFTER_DAYS = 30;

/**
 * Creates the repository of comparisons of versions of one client's projects, and of the positions where people placed carried-over
 * comments.
 */
export function createAlignmentsRepository(db: Tx) {
  return {
    /** Lists versions up to one, newest first, with the state of their videos. @param first the number of the oldest version. */
    async listVersions(
      { clientUuid, projectUuid, number }: VersionKey,
      { first = 0, limit }: { first?: number; limit: number },
    ): Promise<VersionMedia[]> {
      const { rows } = await sql<VersionMedia>`
        SELECT version.number, version.video_uuid, videos.uuid AS found_uuid, videos.status, videos.generation,
          videos.is_deleted, videos.trashed_at, encodings.tracks, encodings.plan->'rungs' AS rungs,
          encodings.plan->'info' AS info
        FROM project_versions AS version
        LEFT JOIN videos ON videos.uuid = version.video_uuid AND videos.client_uuid = version.client_uuid
        LEFT JOIN encodings ON encodings.video_uuid = videos.uuid AND encodings.generation = videos.generation
        WHERE version.client_uuid = ${clientUuid} AND version.project_uuid = ${projectUuid}
        AND version.number BETWEEN ${first} AND ${number}
        ORDER BY version.number DESC LIMIT ${limit}`.execute(db);
      return rows;
    },

    findAlignment: (place: VersionKey): Promise<FoundAlignment | undefined> =>
      db
        .selectFrom("version_alignments")
        .selectAll()
        .where(versionCondition(place, "version_alignments"))
        .executeTakeFirst(),

    /** Lists comparisons of versions with their predecessors, by version. @param first the oldest of these versions. */
    async listAlignments(
      { clientUuid, projectUuid, number }: VersionKey,
      first: number,
    ): Promise<Map<number, FoundAlignment>> {
      const rows = await db
        .selectFrom("version_alignments")
        .selectAll()
        .where("client_uuid", "=", clientUuid)
        .where("project_uuid", "=", projectUuid)
        .where("version_number", ">=", first)
        .where("version_number", "<=", number)
        .execute();
      return new Map(rows.map((row) => [row.version_number, row]));
    },

    /**
     * Adds a request, or replaces a request about other videos.
     * @returns the request's uuid; undefined if the same request already existed.
     */
    async wish(wanted: Insertable<VersionAlignmentRow>): Promise<string | undefined> {
      const added = await db
        .insertInto("version_alignments")
        .values(wanted)
        .onConflict((conflict) =>
          conflict
            .columns(["project_uuid", "version_number"])
            .doUpdateSet({
              uuid: sql<string>`excluded.uuid`,
              video_uuid: sql<string>`excluded.video_uuid`,
              generation: sql<number>`excluded.generation`,
              old_video_uuid: sql<string>`excluded.old_video_uuid`,
              old_generation: sql<number>`excluded.old_generation`,
              state: "waiting",
              reason: null,
              alignment: null,
              asked_at: sql<Date>`now()`,
              made_at: null,
            })
            .where(
              sql<SqlBool>`(version_alignments.video_uuid, version_alignments.generation,
                version_alignments.old_video_uuid, version_alignments.old_generation)
                IS DISTINCT FROM (excluded.video_uuid, excluded.generation,
                excluded.old_video_uuid, excluded.old_generation)`,
            ),
        )
        .returning("uuid")
        .executeTakeFirst();
      return added?.uuid;
    },

    /** Finds the request for a comparison, and whether it was sent too recently to be repeated. */
    findRequest: (place: VersionKey) =>
      db
        .selectFrom("version_alignments")
        .select([
          "uuid",
          "state",
          sql<boolean>`asked_at > now() - make_interval(secs => ${REREQUEST_AFTER_SEC})`.as("is_recent"),
        ])
        .where(versionCondition(place, "version_alignments"))
        .executeTakeFirst(),

    async recordRequested(clientUuid: string, uuid: string): Promise<void> {
      await db
        .updateTable("version_alignments")
        .set({ asked_at: sql<Date>`now()` })
        .where("client_uuid", "=", clientUuid)
        .where("uuid", "=", uuid)
        .execute();
    },

    /** Lists the manual placements of comments in versions up to one, by comment and version (`placedKey`). */
    async listPlaced(
      { clientUuid, projectUuid, number }: VersionKey,
      comments: readonly string[],
    ): Promise<Map<string, PositionedComment>> {
      const rows = await db
        .selectFrom("carried_comments")
        .leftJoin("users", (join) =>
          join
            .onRef("users.uuid", "=", "carried_comments.placed_by")
            .onRef("users.client_uuid", "=", "carried_comments.client_uuid"),
        )
        .select([
          "carried_comments.comment_uuid",
          "carried_comments.version_number",
          "carried_comments.frame",
          "carried_comments.end_frame",
          "carried_comments.placed_at",
          sql<string>`coalesce(users.username, carried_comments.placed_name)`.as("placed_by"),
        ])
        .where("carried_comments.client_uuid", "=", clientUuid)
        .where("carried_comments.project_uuid", "=", projectUuid)
        .where("carried_comments.version_number", "<=", number)
        .where(sql<SqlBool>`carried_comments.comment_uuid = ANY(${comments}::uuid[])`)
        .execute();
      return new Map(rows.map((row) => [placedKey(row.comment_uuid, row.version_number), row]));
    },

    async placeComment(placed: Insertable<CarriedCommentRow>): Promise<void> {
      const { frame, end_frame, placed_by, placed_name } = placed;
      await db
        .insertInto("carried_comments")
        .values(placed)
        .onConflict((conflict) =>
          conflict.columns(["project_uuid", "version_number", "comment_uuid"]).doUpdateSet({
            frame,
            end_frame,
            placed_by: placed_by ?? null,
            placed_name,
            placed_at: sql<Date>`now()`,
          }),
        )
        .execute();
    },

    async releaseComment(place: VersionKey, comment: string): Promise<void> {
      await db
        .deleteFrom("carried_comments")
        .where(versionCondition(place, "carried_comments"))
        .where("comment_uuid", "=", comment)
        .execute();
    },

    /**
     * Lists the first comments of open threads of the versions before a version. Those of the newest version come first, by
     * frame.
     */
    listOpenComments: (
      { clientUuid, projectUuid, number }: VersionKey,
      { limit, uuid }: { limit: number; uuid?: string },
    ) =>
      db
        .selectFrom("comments")
        .leftJoin("users", (join) =>
          join
            .onRef("users.uuid", "=", "comments.author_uuid")
            .onRef("users.client_uuid", "=", "comments.client_uuid"),
        )
        .select([
          "comments.uuid",
          "comments.version_number",
          "comments.frame",
          "comments.end_frame",
          "comments.text",
          "comments.has_drawing",
          "comments.is_internal",
          "comments.is_guest",
          "comments.created_at",
          sql<string>`coalesce(users.username, comments.author_name)`.as("author"),
        ])
        .where("comments.client_uuid", "=", clientUuid)
        .where("comments.project_uuid", "=", projectUuid)
        .where("comments.version_number", "<", number)
        .where(sql<SqlBool>`comments.uuid = comments.thread_uuid`)
        .where("comments.deleted_at", "is", null)
        .where("comments.resolved_at", "is", null)
        .$if(uuid !== undefined, (select) => select.where("comments.uuid", "=", uuid ?? ""))
        .orderBy("comments.version_number", "desc")
        .orderBy(sql`coalesce(comments.frame, -1)`)
        .orderBy("comments.thread_position")
        .limit(limit)
        .execute(),
  };
}
export type AlignmentsRepository = ReturnType<typeof createAlignmentsRepository>;
export type OpenComment = Awaited<ReturnType<AlignmentsRepository["listOpenComments"]>>[number];
export interface PositionedComment {
  frame: number | null;
  end_frame: number | null;
  placed_at: Date;
  placed_by: string;
}

/** Returns the key of a placement found by `listPlaced`. */
export const placedKey = (comment: string, version: number): string => `${version} ${comment}`;

/** Selects versions with a predecessor, the videos of both, and the comparison that was last requested for the version. */
const PAIRS = sql`project_versions AS version
    JOIN LATERAL (SELECT video_uuid FROM project_versions AS before
      WHERE before.project_uuid = version.project_uuid AND before.number < version.number
      ORDER BY before.number DESC LIMIT 1) AS before ON true
    JOIN videos AS recent ON recent.uuid = version.video_uuid AND recent.client_uuid = version.client_uuid
    JOIN videos AS old ON old.uuid = before.video_uuid AND old.client_uuid = version.client_uuid
    LEFT JOIN version_alignments AS made ON made.project_uuid = version.project_uuid
      AND made.version_number = version.number`;

/** Whether both videos of a row of `PAIRS` can be read, as `comparePair` decides. */
const IS_COMPARABLE = sql<SqlBool>`(recent.status IN ('encoded', 'stopped') AND NOT recent.is_deleted
    AND recent.trashed_at IS NULL AND old.status IN ('encoded', 'stopped') AND NOT old.is_deleted AND old.trashed_at IS NULL
    AND EXISTS (SELECT FROM encodings WHERE encodings.video_uuid = recent.uuid
      AND encodings.generation = recent.generation AND encodings.tracks @> '[{"kind":"video"}]')
    AND EXISTS (SELECT FROM encodings WHERE encodings.video_uuid = old.uuid
      AND encodings.generation = old.generation AND encodings.tracks @> '[{"kind":"video"}]'))`;

/**
 * Lists versions of all clients whose videos are ready and whose comparison in the current state was not requested recently.
 * Comparisons that were never requested come first.
 */
export async function listUnaligned(db: Tx, limit: number): Promise<VersionKey[]> {
  const { rows } = await sql<VersionKey>`
    SELECT version.client_uuid AS "clientUuid", version.project_uuid AS "projectUuid", version.number
    FROM ${PAIRS} JOIN projects ON projects.uuid = version.project_uuid
    WHERE projects.last_activity_at > now() - make_interval(days => ${INACTIVE_AFTER_DAYS})
    AND (made.uuid IS NULL
      OR (made.state = 'waiting' AND made.asked_at < now() - make_interval(secs => ${REREQUEST_AFTER_SEC}))
      OR (made.video_uuid, made.generation, made.old_video_uuid, made.old_generation)
        IS DISTINCT FROM (recent.uuid, recent.generation, old.uuid, old.generation))
    AND ${IS_COMPARABLE}
    ORDER BY made.asked_at NULLS FIRST LIMIT ${limit}`.execute(db);
  return rows;
}

/** Whether any results are pending. Requests that `listUnaligned` no longer repeats do not count. */
export async function isAnyAwaited(db: Tx): Promise<boolean> {
  const row = await db
    .selectFrom("version_alignments")
    .select("uuid")
    .where("state", "=", "waiting")
    .where("asked_at", ">", sql<Date>`now() - make_interval(secs => ${2 * REREQUEST_AFTER_SEC})`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Stores a worker's result for its request; an obsolete result changes nothing.
 * @returns the version that the result is about.
 */
export async function addAligned(
  db: Tx,
  uuid: string,
  found: { alignment: PackedAlignment } | { reason: AlignmentReason },
): Promise<VersionKey | undefined> {
  const row = await db
    .updateTable("version_alignments")
    .set({
      state: "reason" in found ? "failed" : "ready",
      reason: "reason" in found ? found.reason : null,
      alignment: "alignment" in found ? JSON.stringify(found.alignment) : null,
      made_at: sql<Date>`now()`,
    })
    .where("uuid", "=", uuid)
    .where("state", "=", "waiting")
    .returning(["client_uuid as clientUuid", "project_uuid as projectUuid", "version_number as number"])
    .executeTakeFirst();
  return row;
}

/** Lists the pending comparisons of a video whose job failed at every try. */
export async function listWaitingOf(db: Tx, videoUuid: string, generation: number): Promise<string[]> {
  const rows = await db
    .selectFrom("version_alignments")
    .select("uuid")
    .where("video_uuid", "=", videoUuid)
    .where("generation", "=", generation)
    .where("state", "=", "waiting")
    .execute();
  return rows.map(({ uuid }) => uuid);
}

/**
 * Finds and locks the comparison of a client that has waited longest. Comparisons that another transaction is requesting, or whose
 * videos cannot be read, do not hold up those after them.
 */
export async function findWaiting(tx: Tx, clientUuid: string): Promise<VersionKey | undefined> {
  const { rows } = await sql<VersionKey>`
    SELECT version.client_uuid AS "clientUuid", version.project_uuid AS "projectUuid", version.number
    FROM ${PAIRS} JOIN version_alignments AS waiting ON waiting.uuid = made.uuid
    WHERE waiting.client_uuid = ${clientUuid} AND waiting.state = 'waiting' AND ${IS_COMPARABLE}
    ORDER BY waiting.asked_at LIMIT 1 FOR UPDATE OF waiting SKIP LOCKED`.execute(tx);
  return rows[0];
}
