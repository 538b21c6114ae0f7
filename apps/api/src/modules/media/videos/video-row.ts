import { AppError, UPLOAD_CHUNK_BYTES, VIDEO_TEXT_NAMES, type VideoText } from "@shoal/contract";
import type { Selectable } from "kysely";
import type { Video } from "../../../platform/schema.ts";
import type { Actor } from "../../accounts/auth/index.ts";

export type VideoRow = Selectable<Video>;

/** Picks the texts that users write about a video from a row or a change. */
export const textsOf = <T extends { [Name in VideoText]?: unknown }>(from: T) =>
  Object.fromEntries(VIDEO_TEXT_NAMES.map((name) => [name, from[name]])) as Pick<T, VideoText>;

/** Returns the number of chunks of a file. An empty file counts as one empty chunk, so that it needs no special case. */
export const chunkCountOf = (sizeBytes: number): number =>
  Math.max(1, Math.ceil(sizeBytes / UPLOAD_CHUNK_BYTES));

/** Whether all chunks of the upload have been received. */
export function isUploadComplete(video: VideoRow): boolean {
  return video.chunk_count !== null && video.contiguous_chunks >= video.chunk_count;
}

/** Returns the uuid under which a row's media are processed. A replacement file is a generation of its video. */
export const mediaUuidOf = (video: Pick<VideoRow, "uuid" | "replaces_uuid">): string =>
  video.replaces_uuid ?? video.uuid;

/** @throws AppError "edit_conflict" if the video was saved since this revision; never without a revision. */
export function assertRevision(
  { edit_revision }: Pick<VideoRow, "edit_revision">,
  seen: number | undefined,
): void {
  if (seen !== undefined && seen !== edit_revision)
    throw new AppError("edit_conflict", "Someone else changed this video: fetch it again");
}

/**
 * Checks an API key: keys with the lives scope can change only lives; all other keys can change any video.
 * @throws AppError "api_key_scope_missing".
 */
export function assertKeyMayChange({ key }: Pick<Actor, "key">, { type }: Pick<VideoRow, "type">): void {
  if (!key || key.scopes.includes("videos:write") || type === "live") return;
  throw new AppError(
    "api_key_scope_missing",
    "This video is not a live: changing it requires a key with the scope videos:write",
  );
}

/** Returns the error for a video that does not exist, is in the trash, or belongs to another client. */
export const videoNotFound = () => new AppError("video_not_found", "No such video");
