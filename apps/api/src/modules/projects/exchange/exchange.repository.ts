import type { PlaybackTrack } from "@shoal/contract/edge";
import { type Insertable, type SqlBool, sql } from "kysely";
import type { Tx } from "../../../platform/database.ts";
import type { Schema } from "../../../platform/schema.ts";
import { type VersionKey, versionCondition } from "../projects/index.ts";

/** Lists all comments of the version, including deleted ones, so that an import does not restore them. */
export const listKnown = (tx: Tx, place: VersionKey) =>
  tx
    .selectFrom("comments")
    .leftJoin("users", (join) =>
      join
        .onRef("users.uuid", "=", "comments.author_uuid")
        .onRef("users.client_uuid", "=", "comments.client_uuid"),
    )
    .select((eb) => [
      "comments.uuid",
      "comments.thread_uuid",
      "comments.thread_position",
      "comments.frame",
      "comments.end_frame",
      "comments.is_internal",
      "comments.text",
      "comments.deleted_at",
      eb.fn.coalesce("users.username", "comments.author_name").as("author"),
    ])
    .where(versionCondition(place, "comments"))
    .execute();
export type KnownComment = Awaited<ReturnType<typeof listKnown>>[number];

export async function addComments(tx: Tx, rows: readonly Insertable<Schema["comments"]>[]): Promise<void> {
  await tx.insertInto("comments").values(rows).execute();
}

/** The media of a version's video. */
export interface VersionMedia {
  uuid: string;
  generation: number;
  status: string;
  is_deleted: boolean;
  trashed_at: Date | null;
  tracks: PlaybackTrack[] | null;
}

/** @returns undefined if the video no longer exists. */
export const findMedia = (
  tx: Tx,
  { clientUuid, projectUuid, number }: VersionKey,
): Promise<VersionMedia | undefined> =>
  tx
    .selectFrom("project_versions")
    .innerJoin("videos", (join) =>
      join
        .onRef("videos.uuid", "=", "project_versions.video_uuid")
        .onRef("videos.client_uuid", "=", "project_versions.client_uuid"),
    )
    .leftJoin("encodings", (join) =>
      join
        .onRef("encodings.video_uuid", "=", "videos.uuid")
        .onRef("encodings.generation", "=", "videos.generation"),
    )
    .select([
      "videos.uuid",
      "videos.generation",
      "videos.status",
      "videos.is_deleted",
      "videos.trashed_at",
      "encodings.tracks",
    ])
    .where("project_versions.client_uuid", "=", clientUuid)
    .where("project_versions.project_uuid", "=", projectUuid)
    .where("project_versions.number", "=", number)
    .executeTakeFirst();

/** Lists the names of files of comments, in the order in which they were added. */
export const listAttachmentNames = (tx: Tx, clientUuid: string, comments: readonly string[]) =>
  tx
    .selectFrom("comment_attachments")
    .select(["comment_uuid", "name"])
    .where("client_uuid", "=", clientUuid)
    .where(sql<SqlBool>`comment_uuid = ANY(${comments}::uuid[])`)
    .orderBy("added_at")
    .execute();
