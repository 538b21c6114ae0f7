import { AppError, UPLOAD_CHUNK_BYTES, VIDEO_TEXT_NAMES, type VideoText } from "@shoal/contract";
import type { Selectable } from "kysely";
import type { Video } from "../../../platform/schema.ts";
import type { Actor } from "../../accounts/auth/index.ts";

export type VideoRow = Selectable<Video>;

/** The texts that people write about a video, of a row or a change. */
export const textsOf = <T extends { [Name in VideoText]?: unknown }>(from: T) =>
  Object.fromEntries(VIDEO_TEXT_NAMES.map((name) => [name, from[name]])) as Pick<T, VideoText>;

/** An empty file counts as one empty chunk, so that it needs no special case. */
export const chunkCountOf = (sizeBytes: number): number =>
  Math.max(1, Math.ceil(sizeBytes / UPLOAD_CHUNK_BYTES));

/** Whether all chunks of the upload have been received. */
export function isWholeThere(video: VideoRow): boolean {
  return video.chunk_count !== null && video.contiguous_chunks >= video.chunk_count;
}

/** The uuid under which a row's media are processed: a replacement file is a generation of the video that it will replace. */
export const mediaUuidOf = (video: Pick<VideoRow, "uuid" | "replaces_uuid">): string =>
  video.replaces_uuid ?? video.uuid;

/** @throws AppError "edit_conflict" when someone saved since the caller saw this revision; without one, never. */
export function assertRevision(
  { edit_revision }: Pick<VideoRow, "edit_revision">,
  seen: number | undefined,
): void {
  if (seen !== undefined && seen !== edit_revision)
    throw new AppError("edit_conflict", "Someone else changed this video: fetch it again");
}

/**
 * Keys with the lives scope can change only lives; all other keys can change any video.
 * @throws AppError "api_key_scope_missing".
 */
export function assertKeyMayChange({ key }: Pick<Actor, "key">, { type }: Pick<VideoRow, "type">): void {
  if (!key || key.scopes.includes("videos:write") || type === "live") return;
  throw new AppError(
    "api_key_scope_missing",
    "This video is not a live: changing it needs a key with the scope videos:write",
  );
}

/** The error for a video that does not exist, is in the trash, or belongs to another client. */
export const videoNotFound = () => new AppError("video_not_found", "No such video");
