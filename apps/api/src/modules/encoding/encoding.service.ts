import { type JobResult, type TrackOutput, UPLOAD_CHUNK_BYTES } from "@shoal/contract";
import type { Database, Tx } from "../../platform/database.ts";
import type { DeadJob, JobQueue } from "../../platform/queue/job-queue.ts";
import type { Realtime } from "../../platform/realtime/realtime.ts";
import { createVideosRepository, isWholeThere, type VideoRow } from "../videos/index.ts";
import { createEncodingsRepository, type OutputJob } from "./encodings.repository.ts";
import { sendCopyPieces, sendOpen, sendStoryboard, sendWholeLadder } from "./jobs-to-send.ts";
import type { Publisher } from "./publisher.ts";
import { isVideoWorkWanted } from "./wanted-work.ts";

export interface EncodingDeps {
  db: Database;
  queue: Pick<JobQueue, "send" | "dropQueued" | "sendPurge">;
  realtime: Pick<Realtime, "emit">;
  publisher: Publisher;
}

/** The job that a result tells of, where it may come after the last rung. */
function jobOf(result: JobResult): string {
  if (result.type === "storyboard") return "make-storyboard";
  if (result.type === "verified") return "verify-source";
  return result.type === "failed" ? result.job : "";
}

type Failed = Extract<JobResult, { type: "failed" }>;

/** Follows a video from its first byte to its last rung. Every step is a transaction on the locked video. */
export function createEncodingService({ db, queue, realtime, publisher }: EncodingDeps) {
  return {
    /** Called with every stored chunk, inside its transaction. */
    async onBytesArrived(tx: Tx, video: VideoRow, availableBytes: number): Promise<void> {
      const encodings = createEncodingsRepository(tx);
      const encoding = await encodings.findEncoding(video.uuid, video.generation);
      if (isWholeThere(video)) return finishUpload(tx, video, encoding !== undefined);
      if (encoding) {
        const sent = await sendCopyPieces(tx, queue, video, encoding, availableBytes);
        if (sent !== encoding.copy_pieces_sent)
          await encodings.updateEncoding(video.uuid, video.generation, { copy_pieces_sent: sent });
        return;
      }
      if (video.open_at_bytes === null || availableBytes < video.open_at_bytes || availableBytes === 0)
        return;
      await createVideosRepository(tx).updateVideo(video.client_uuid, video.uuid, { open_at_bytes: null });
      await sendOpen(tx, queue, video, availableBytes);
    },

    /** Applies what a worker reports. Late results of an old generation or of a stopped video are dropped. */
    async onResult(result: JobResult): Promise<void> {
      const video = await db.transaction().execute(async (tx) => {
        const row = await createVideosRepository(tx).lockForWork(result.videoUuid);
        if (row?.generation !== result.generation) {
          // Its media came after those of its generation were removed.
          await queue.sendPurge(tx, { prefixes: [`videos/${result.videoUuid}/${result.generation}/`] });
          return undefined;
        }
        if (!isVideoWorkWanted(row, jobOf(result))) return undefined;
        await apply(tx, row, result);
        return row;
      });
      if (!video) return;
      if (result.type !== "not-yet" && result.type !== "verified") publisher.publishSoon(video.uuid);
    },

    /** A job that failed at every try ends its video with an error. */
    async onDeadJob({ videoUuid, generation }: DeadJob): Promise<void> {
      const fault = { errorType: "encoding_failed" as const, detail: "failed at every try" };
      await db.transaction().execute(async (tx) => {
        const row = await createVideosRepository(tx).lockForWork(videoUuid);
        if (row?.generation === generation && isVideoWorkWanted(row))
          await fail(tx, row, { type: "failed", videoUuid, generation, job: "any", fault });
      });
    },
  };

  async function finishUpload(tx: Tx, video: VideoRow, isOpened: boolean): Promise<void> {
    await createVideosRepository(tx).updateVideo(video.client_uuid, video.uuid, {
      status: isOpened ? "segmented" : "waiting_for_encoding",
      uploading_percent: 100,
      uploading_eta_sec: null,
      open_at_bytes: null,
    });
    if (isOpened) await queueLadder(tx, video);
    else await sendOpen(tx, queue, video, video.size_bytes ?? 0);
  }

  /** Once a generation: the rest of the copy pieces, the sound and every piece. */
  async function queueLadder(tx: Tx, video: VideoRow): Promise<void> {
    const encodings = createEncodingsRepository(tx);
    const encoding = await encodings.findEncoding(video.uuid, video.generation);
    if (!encoding || encoding.is_queued) return;
    const sent = await sendCopyPieces(tx, queue, video, encoding, video.size_bytes ?? 0);
    await sendWholeLadder(tx, queue, video, encoding.plan);
    await encodings.updateEncoding(video.uuid, video.generation, { is_queued: true, copy_pieces_sent: sent });
  }

  async function apply(tx: Tx, video: VideoRow, result: JobResult): Promise<void> {
    switch (result.type) {
      case "not-yet":
        return waitForBytes(tx, video, result.minBytes);
      case "opened":
        return open(tx, video, result);
      case "piece":
        return addOutput(tx, video, result.job, result.pieceIndex, result.outputs);
      case "audio":
        return addOutput(tx, video, "audio", 0, result.outputs);
      case "storyboard":
        return addStoryboard(tx, video, result);
      case "verified":
        return;
      case "failed":
        return fail(tx, video, result);
    }
  }

  async function waitForBytes(tx: Tx, video: VideoRow, minBytes: number): Promise<void> {
    if (isWholeThere(video)) return;
    const availableBytes = video.contiguous_chunks * UPLOAD_CHUNK_BYTES;
    if (availableBytes >= minBytes) return sendOpen(tx, queue, video, availableBytes);
    await createVideosRepository(tx).updateVideo(video.client_uuid, video.uuid, { open_at_bytes: minBytes });
  }

  async function open(
    tx: Tx,
    video: VideoRow,
    result: Extract<JobResult, { type: "opened" }>,
  ): Promise<void> {
    const encodings = createEncodingsRepository(tx);
    const isFirst = await encodings.addEncoding(video.uuid, video.generation, result.plan);
    if (isFirst) {
      await addOutput(tx, video, "open", 0, result.outputs);
      await createVideosRepository(tx).updateVideo(video.client_uuid, video.uuid, {
        duration_sec: result.plan.info.durationSec,
        ...(isWholeThere(video) ? { status: "segmented" as const } : {}),
      });
      const [lowest] = result.outputs.filter((output) => output.trackId === result.plan.firstRungId);
      if (lowest)
        await sendStoryboard(tx, queue, video, { plan: result.plan, lowestRung: lowest, which: "first" });
    }
    if (isWholeThere(video)) return queueLadder(tx, video);
    const encoding = await encodings.findEncoding(video.uuid, video.generation);
    if (!encoding) return;
    const sent = await sendCopyPieces(
      tx,
      queue,
      video,
      encoding,
      video.contiguous_chunks * UPLOAD_CHUNK_BYTES,
    );
    await encodings.updateEncoding(video.uuid, video.generation, { copy_pieces_sent: sent });
  }

  async function addOutput(
    tx: Tx,
    video: VideoRow,
    job: OutputJob,
    pieceIndex: number,
    outputs: TrackOutput[],
  ) {
    const key = { uuid: video.uuid, generation: video.generation, job, pieceIndex };
    await createEncodingsRepository(tx).addOutput(key, outputs);
  }

  async function addStoryboard(tx: Tx, video: VideoRow, result: Extract<JobResult, { type: "storyboard" }>) {
    await createEncodingsRepository(tx).updateEncoding(video.uuid, video.generation, {
      thumbnail_object: result.thumbnailObject,
      storyboard: JSON.stringify({ vttObject: result.vttObject, sprites: result.sprites }),
    });
    await createVideosRepository(tx).touchPlayback(video.uuid);
  }

  /** A picture that could not be made is no error of the video. */
  async function fail(tx: Tx, video: VideoRow, { job, fault }: Failed): Promise<void> {
    if (job === "make-storyboard") return;
    await queue.dropQueued(tx, video.uuid);
    await createVideosRepository(tx).updateVideo(video.client_uuid, video.uuid, {
      status: "error",
      error_type: fault.errorType,
      encoding_eta_sec: null,
    });
    realtime.emit(video.client_uuid, "video.changed", { uuid: video.uuid, isNew: false });
  }
}
export type EncodingService = ReturnType<typeof createEncodingService>;
