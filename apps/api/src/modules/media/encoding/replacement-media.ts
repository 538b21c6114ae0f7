import type { Chapter } from "@shoal/contract";
import { movesToNewMedia } from "@shoal/domain";
import type { Tx } from "../../../platform/database.ts";
import type { JobQueue } from "../../../platform/queue/job-queue.ts";
import { createVideosRepository, mediaUuidOf, type VideoRow } from "../videos/index.ts";
import { createEncodingsRepository } from "./encodings.repository.ts";
import { sourceObjectOf } from "./jobs-to-send.ts";

type RemovalQueue = Pick<JobQueue, "sendPurge" | "dropGenerations">;

/**
 * Gives a video the media of its replacement file, in the transaction that has locked both. The previous media are removed
 * unless cuts refer to them; texts and settings stay.
 */
export async function takeOverMedia(
  tx: Tx,
  queue: RemovalQueue,
  owner: VideoRow,
  replacementUuid: string,
): Promise<void> {
  const videos = createVideosRepository(tx);
  const replacement = await videos.lockForWork(replacementUuid);
  if (!replacement) return;
  const wanted = replacement.status === "encoded" ? "encoded" : "segmented";
  const moves = movesToNewMedia(owner.status, wanted);
  if (moves.length === 0) return;
  await dropGeneration(tx, queue, owner);
  await videos.deleteReplacement(replacement);
  await videos.moveVideo(owner, moves, {
    ...mediaOf(replacement),
    chapters: JSON.stringify(chaptersWithin(owner.chapters, replacement.duration_sec)),
  });
}

/** Returns the columns that describe the media. */
function mediaOf(row: VideoRow) {
  return {
    generation: row.generation,
    original_name: row.original_name,
    fingerprint: row.fingerprint,
    size_bytes: row.size_bytes,
    chunk_count: row.chunk_count,
    contiguous_chunks: row.contiguous_chunks,
    duration_sec: row.duration_sec,
    encoding_percent: row.encoding_percent,
    encoding_eta_sec: row.encoding_eta_sec,
    source_object: sourceObjectOf(row),
    error_type: null,
    uploading_percent: 100,
    uploading_eta_sec: null,
    open_at_bytes: null,
  };
}

/** Drops chapters beyond the end, which can no longer be shown. */
const chaptersWithin = (chapters: readonly Chapter[], durationSec: number | null) =>
  chapters.filter(({ start }) => durationSec === null || start <= durationSec);

/** Discards the pending replacement file of a video that the caller has locked. */
export async function dropReplacement(tx: Tx, queue: RemovalQueue, replacement: VideoRow): Promise<void> {
  await dropGeneration(tx, queue, replacement);
  await createVideosRepository(tx).deleteReplacement(replacement);
}

/** Drops the replacements of several locked videos. */
export async function dropReplacementsOf(
  tx: Tx,
  queue: RemovalQueue,
  clientUuid: string,
  uuids: string[],
): Promise<void> {
  const rows = await createVideosRepository(tx).lockReplacements(clientUuid, uuids);
  for (const row of rows) await dropReplacement(tx, queue, row);
}

/** Removes one generation of a video: its jobs, its media and its source. */
export async function dropGeneration(tx: Tx, queue: RemovalQueue, row: VideoRow): Promise<void> {
  const key = { uuid: mediaUuidOf(row), generation: row.generation };
  await queue.dropGenerations(tx, key);
  await createEncodingsRepository(tx).deleteGenerations([key]);
  await queue.sendPurge(tx, { prefixes: [`videos/${key.uuid}/${key.generation}/`, sourceObjectOf(row)] });
}
