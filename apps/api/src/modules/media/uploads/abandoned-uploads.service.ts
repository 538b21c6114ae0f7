import type { Database, Tx } from "../../../platform/database.ts";
import type { JobQueue } from "../../../platform/queue/job-queue.ts";
import type { Realtime } from "../../../platform/realtime/realtime.ts";
import { dropGeneration, dropReplacement } from "../encoding/index.ts";
import { BEGINS_GENERATION, createVideosRepository, mediaUuidOf, type VideoRow } from "../videos/index.ts";
import { createUploadsRepository, type SilentUploads } from "./uploads.repository.ts";

/** After this long without a chunk, the browser or its connection is gone. A later chunk resumes the upload. */
const SILENT_MS = 10 * 60_000;
const HOUR_MS = 3_600_000;
/** The rest follows in the next run. */
const AT_ONCE = 100;

export interface AbandonedUploadsDeps {
  db: Database;
  queue: Pick<JobQueue, "sendPurge" | "dropGenerations">;
  realtime: Pick<Realtime, "emit">;
  /** How long an interrupted upload is kept for its browser. */
  keptHours: number;
}

/** Uploads whose browser crashed: leaving the page was never reported. */
export function createAbandonedUploadsService({ db, queue, realtime, keptHours }: AbandonedUploadsDeps) {
  return {
    /** Marks those that are silent as failed, and removes what arrived of those that were left for too long. */
    async endAbandoned(): Promise<void> {
      await forEach({ status: "uploading", silentMs: SILENT_MS }, async (tx, video) => {
        await createVideosRepository(tx).moveVideo(video, ["upload_failed"], { uploading_eta_sec: null });
      });
      const left = { status: "upload_failed", silentMs: keptHours * HOUR_MS } as const;
      await forEach(left, (tx, video) =>
        video.replaces_uuid === null ? deleteChunks(tx, video) : dropReplacement(tx, queue, video),
      );
    },
  };

  /** Handles each in a transaction of its own, locked and checked again, since a chunk may have just arrived. */
  async function forEach(wanted: SilentUploads, work: (tx: Tx, video: VideoRow) => Promise<void>) {
    for (const uuid of await createUploadsRepository(db).listSilent(wanted, AT_ONCE)) {
      const video = await db.transaction().execute(async (tx) => {
        const row = await lockWithOwner(tx, uuid);
        const [isStill] = await createUploadsRepository(tx).listSilent({ ...wanted, uuid }, 1);
        if (!row || !isStill) return undefined;
        await work(tx, row);
        return row;
      });
      if (video)
        realtime.emit(video.client_uuid, "video.changed", { uuid: mediaUuidOf(video), isNew: false });
    }
  }

  /**
   * If the user selects the file again, all of it is sent, as another object and generation, independent of a chunk being written
   * now and of what was encoded from the start.
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

/** Lock order: the video first, then its replacement file. */
async function lockWithOwner(tx: Tx, uuid: string): Promise<VideoRow | undefined> {
  const videos = createVideosRepository(tx);
  const seen = await videos.findForWork(uuid);
  if (seen?.replaces_uuid) await videos.lockForWork(seen.replaces_uuid);
  return seen && videos.lockForWork(uuid);
}
