import type { Database, Tx } from "../../../platform/database.ts";
import type { JobQueue } from "../../../platform/queue/job-queue.ts";
import type { Realtime } from "../../../platform/realtime/realtime.ts";
import { dropGeneration, dropReplacement } from "../encoding/index.ts";
import { BEGINS_GENERATION, createVideosRepository, mediaUuidOf, type VideoRow } from "../videos/index.ts";
import { createUploadsRepository, type SilentUploads } from "./uploads.repository.ts";

/** An upload without a chunk for this long counts as failed. A later chunk resumes it. */
const SILENCE_TIMEOUT_MS = 10 * 60_000;
const HOUR_MS = 3_600_000;
/** The number of uploads per run; the next run continues with the others. */
const UPLOADS_PER_RUN = 100;

export interface AbandonedUploadsDeps {
  db: Database;
  queue: Pick<JobQueue, "sendPurge" | "dropGenerations">;
  realtime: Pick<Realtime, "emit">;
  /** Hours for which an interrupted upload is kept. */
  keptHours: number;
  /** Called with the error of an upload that could not be ended; the other uploads follow. */
  onError: (error: unknown) => void;
}

type UploadWork = (tx: Tx, video: VideoRow) => Promise<void>;

/** Ends uploads of browsers that crashed, and so never reported that their page was left. */
export function createAbandonedUploadsService(deps: AbandonedUploadsDeps) {
  const { db, queue, realtime, keptHours, onError } = deps;
  return {
    /** Marks silent uploads as failed, and removes the chunks of uploads that were abandoned for too long. */
    async endAbandoned(): Promise<void> {
      await forEach({ status: "uploading", silentMs: SILENCE_TIMEOUT_MS }, async (tx, video) => {
        await createVideosRepository(tx).moveVideo(video, ["upload_failed"], { uploading_eta_sec: null });
      });
      const left = { status: "upload_failed", silentMs: keptHours * HOUR_MS } as const;
      await forEach(left, (tx, video) =>
        video.replaces_uuid === null ? deleteChunks(tx, video) : dropReplacement(tx, queue, video),
      );
    },
  };

  async function forEach(wanted: SilentUploads, work: UploadWork): Promise<void> {
    for (const uuid of await createUploadsRepository(db).listSilent(wanted, UPLOADS_PER_RUN))
      await handleUpload({ ...wanted, uuid }, work).catch(onError);
  }

  /** Handles an upload in its own transaction. It is locked and checked again, since a chunk may have just arrived. */
  async function handleUpload(wanted: SilentUploads & { uuid: string }, work: UploadWork): Promise<void> {
    const video = await db.transaction().execute(async (tx) => {
      const row = await lockWithOwner(tx, wanted.uuid);
      const [isStill] = await createUploadsRepository(tx).listSilent(wanted, 1);
      if (!row || !isStill) return undefined;
      await work(tx, row);
      return row;
    });
    if (video) realtime.emit(video.client_uuid, "video.changed", { uuid: mediaUuidOf(video), isNew: false });
  }

  /**
   * Deletes the chunks of an upload. If the user selects the file again, all of it is sent as another object and generation, so
   * that neither a chunk being written now nor what was already encoded interferes.
   */
  async function deleteChunks(tx: Tx, video: VideoRow): Promise<void> {
    await dropGeneration(tx, queue, video);
    await createUploadsRepository(tx).deleteChunks(video.uuid);
    await createVideosRepository(tx).updateVideo(video.client_uuid, video.uuid, {
      ...BEGINS_GENERATION,
      source_object: `uploads/${video.uuid}/${video.generation + 1}/source`,
      contiguous_chunks: 0,
      uploading_percent: 0,
      open_at_bytes: 1,
      duration_sec: null,
    });
  }
}
export type AbandonedUploadsService = ReturnType<typeof createAbandonedUploadsService>;

/** Locks an upload. A replacement file is locked after its video. */
async function lockWithOwner(tx: Tx, uuid: string): Promise<VideoRow | undefined> {
  const videos = createVideosRepository(tx);
  const seen = await videos.findForWork(uuid);
  if (seen?.replaces_uuid) await videos.lockForWork(seen.replaces_uuid);
  return seen && videos.lockForWork(uuid);
}
