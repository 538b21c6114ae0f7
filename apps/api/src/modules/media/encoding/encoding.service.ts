import { createHash } from "node:crypto";
import { UPLOAD_CHUNK_BYTES } from "@shoal/contract";
import type { FetchedBytes, VideoJobResult } from "@shoal/contract/jobs";
import type { EncodePlan, TrackOutput } from "@shoal/contract/stored-data";
import { isUploadOpen, jobOfResult, sourceNotes, traitsOf } from "@shoal/domain";
import type { MediaStore } from "@shoal/store";
import type { Database, Tx } from "../../../platform/database.ts";
import type { DeadJob, JobQueue } from "../../../platform/queue/job-queue.ts";
import type { Realtime } from "../../../platform/realtime/realtime.ts";
import {
  chunkCountOf,
  createVideosRepository,
  isUploadComplete,
  mediaUuidOf,
  type VideoRow,
} from "../videos/index.ts";
import { createEncodingsRepository, type EncodingRow, type OutputJob } from "./encodings.repository.ts";
import {
  isRunningOut,
  type SentJobs,
  sendArrived,
  sendExtraction,
  sendLongOpen,
  sendOpen,
  sendStoryboard,
  sendVerification,
} from "./jobs-to-send.ts";
import { isVideoWorkNeeded } from "./needed-work.ts";
import type { Publisher } from "./publisher.ts";
import { applyRepair } from "./repairs.service.ts";

export interface EncodingDeps {
  db: Database;
  /** Stores plans, which jobs read from there. */
  store: Pick<MediaStore, "put">;
  queue: Pick<JobQueue, "send" | "dropGenerations" | "sendPurge">;
  realtime: Pick<Realtime, "emit">;
  publisher: Publisher;
}

/** The number of hexadecimal digits of a digest in a name: 64 bits. */
const DIGEST_CHARS = 16;

/** Whether a result changes nothing that users see. */
function isSilent(result: EncodingResult): boolean {
  const traits = traitsOf(jobOfResult(result));
  if (result.type === "not-yet" || result.type === "takes-long") return true;
  const isError = result.type === "failed" && traits?.onFault === "error";
  return !isError && (traits?.isSilent ?? false);
}

/** Results of jobs for the modules that apply them. */
export type EncodingResult = Exclude<VideoJobResult, { type: "thumbnail" | "captions" | "stills" }>;
type FailedJobResult = Extract<VideoJobResult, { type: "failed" }>;

/** Controls the encoding of videos from the first byte to the last rung. Every step is a transaction on the locked video. */
export function createEncodingService(deps: EncodingDeps) {
  const { db, store, queue, realtime, publisher } = deps;
  const service = {
    /** Called with every stored chunk, inside its transaction. */
    async onBytesArrived(tx: Tx, video: VideoRow, availableBytes: number): Promise<void> {
      const encodings = createEncodingsRepository(tx);
      const encoding = await encodings.findEncoding(mediaUuidOf(video), video.generation);
      // If the last chunk arrives twice, the upload is completed only once.
      if (!isUploadOpen(video.status)) return;
      if (isUploadComplete(video)) return finishUpload(tx, video, encoding !== undefined);
      if (encoding) {
        const sent = await sendArrived(tx, queue, video, await withStoredPlan(tx, encoding), availableBytes);
        if (Object.entries(sent).some(([key, count]) => encoding[key as keyof SentJobs] !== count))
          await encodings.updateEncoding(mediaUuidOf(video), video.generation, sent);
        return;
      }
      if (video.open_at_bytes === null || availableBytes < video.open_at_bytes || availableBytes === 0)
        return;
      await createVideosRepository(tx).updateVideo(video.client_uuid, video.uuid, { open_at_bytes: null });
      await sendOpen(tx, queue, video, availableBytes);
    },

    /**
     * Stores how much of a file has been fetched, and starts the work that this makes possible.
     * @returns false if the file is no longer needed.
     */
    onBytesFetched: (video: VideoRow, progress: FetchProgress): Promise<boolean> =>
      db.transaction().execute(async (tx) => {
        const row = await createVideosRepository(tx).lockForWork(video.uuid);
        if (row?.generation !== video.generation || row.status !== "uploading" || isUploadComplete(row))
          return false;
        const updated = await createVideosRepository(tx).updateVideo(row.client_uuid, row.uuid, {
          ...chunksOf(row, progress.bytes),
          uploading_percent: progress.percent,
          uploading_eta_sec: progress.etaSec,
          upload_feedback_at: new Date(),
        });
        await service.onBytesArrived(tx, updated, progress.bytes.available);
        return true;
      }),

    /** Applies a worker's report. Late results of an old generation or a stopped video are dropped. */
    async onResult(result: EncodingResult): Promise<void> {
      // The plan is stored before the transaction. If the generation no longer exists, the object is removed with its media.
      const planObject = result.type === "opened" ? await storePlan(result, result.plan) : null;
      const video = await db.transaction().execute(async (tx) => {
        const { videoUuid, generation } = result;
        const row = await lockGeneration(tx, videoUuid, generation);
        if (!row) return undefined;
        if (await applyRepair(tx, row, result)) return row;
        if (!isVideoWorkNeeded(row, jobOfResult(result))) return undefined;
        await apply(tx, row, result, planObject);
        return row;
      });
      if (!video) return;
      if (result.type === "fetched")
        realtime.emit(video.client_uuid, "video.changed", { uuid: video.uuid, isNew: false });
      if (!isSilent(result)) publisher.publishSoon(video.uuid);
    },

    /** Ends a video with an error after a job has failed at every attempt, unless the video does not need this job. */
    async onDeadJob({ videoUuid, generation, job }: DeadJob): Promise<void> {
      const isFailed = await db.transaction().execute(async (tx) => {
        const row = await lockGeneration(tx, videoUuid, generation);
        const isLost = (traitsOf(job)?.onDead ?? "error") !== "nothing";
        if (!row || !isLost || !isVideoWorkNeeded(row, job)) return false;
        const isFetching = row.source_url !== null && !isUploadComplete(row);
        const errorType = isFetching ? ("url_failed" as const) : ("encoding_failed" as const);
        const fault = { errorType, detail: "failed at every try" };
        await fail(tx, row, { type: "failed", videoUuid, generation, job: job ?? "any", fault });
        return true;
      });
      if (isFailed) publisher.publishSoon(videoUuid);
    },
  };
  return service;

  /**
   * Locks a video to apply a result of one of its generations. If that generation was removed before the result arrived, the media
   * written for it are removed now. The same applies to a fetched file that arrived after its video was removed.
   */
  async function lockGeneration(tx: Tx, videoUuid: string, generation: number) {
    const videos = createVideosRepository(tx);
    const row = await videos.lockGenerationForWork(videoUuid, generation);
    if (row) return row;
    const video = await videos.lockForWork(videoUuid);
    const sources = video && !video.is_deleted ? [] : [`uploads/${videoUuid}/`];
    await queue.sendPurge(tx, { prefixes: [`videos/${videoUuid}/${generation}/`, ...sources] });
    return undefined;
  }

  /** Stores a plan under a name made from its content, so that equal plans are one object. */
  async function storePlan(
    { videoUuid, generation }: { videoUuid: string; generation: number },
    plan: EncodePlan,
  ): Promise<string> {
    const bytes = Buffer.from(JSON.stringify(plan));
    const digest = createHash("sha256").update(bytes).digest("hex").slice(0, DIGEST_CHARS);
    const object = `videos/${videoUuid}/${generation}/plan.${digest}.json`;
    await store.put(object, bytes);
    return object;
  }

  /** Stores the plan if an earlier version kept it only in its jobs. */
  async function withStoredPlan(tx: Tx, encoding: EncodingRow): Promise<EncodingRow> {
    if (encoding.plan_object !== null) return encoding;
    const { video_uuid: videoUuid, generation, plan } = encoding;
    const object = await storePlan({ videoUuid, generation }, plan);
    await createEncodingsRepository(tx).updateEncoding(videoUuid, generation, { plan_object: object });
    return { ...encoding, plan_object: object };
  }

  async function finishUpload(tx: Tx, video: VideoRow, isOpened: boolean): Promise<void> {
    const status = isOpened ? "segmented" : "waiting_for_encoding";
    await createVideosRepository(tx).moveVideo(video, [status], {
      uploading_percent: 100,
      uploading_eta_sec: null,
      open_at_bytes: null,
    });
    if (isOpened) await queueLadder(tx, video);
    else await sendOpen(tx, queue, video, video.size_bytes ?? 0);
  }

  /** Sends the jobs of a complete source, once per generation. For a long video, completed pieces send the next ones. */
  async function queueLadder(tx: Tx, video: VideoRow): Promise<void> {
    const encodings = createEncodingsRepository(tx);
    const found = await encodings.findEncoding(mediaUuidOf(video), video.generation);
    if (!found || found.is_queued) return;
    const encoding = await withStoredPlan(tx, found);
    const sent = await sendArrived(tx, queue, video, encoding, video.size_bytes ?? 0);
    await sendVerification(tx, queue, video, encoding);
    // A replacement file leaves the captions unchanged.
    if (video.replaces_uuid === null) await sendExtraction(tx, queue, video);
    await encodings.updateEncoding(mediaUuidOf(video), video.generation, {
      ...sent,
      is_queued: true,
    });
    // Publishing is due now, since all expected outputs may already exist.
    await encodings.oweIndexes(mediaUuidOf(video), video.generation);
  }

  /** @param planObject the stored plan of a video whose source has been opened; null for other videos. */
  async function apply(
    tx: Tx,
    video: VideoRow,
    result: EncodingResult,
    planObject: string | null,
  ): Promise<void> {
    switch (result.type) {
      case "not-yet":
        return waitForBytes(tx, video, result.minBytes);
      case "takes-long":
        return sendLongOpen(tx, queue, video);
      case "opened":
        return open(tx, video, result, planObject);
      case "piece":
        await addOutput(tx, video, result.job, result.pieceIndex, result.outputs);
        return sendFollowing(tx, video, result);
      case "audio":
        return addOutput(tx, video, "audio", result.partIndex ?? 0, result.outputs);
      case "storyboard":
        return addStoryboard(tx, video, result);
      case "waveform":
        return addWaveform(tx, video, result);
      case "verified":
        return;
      case "fetched":
        return finishFetch(tx, video, result.sizeBytes);
      case "failed":
        return fail(tx, video, result);
    }
  }

  /** Completes the upload of a fetched file. A repeated result changes nothing. */
  async function finishFetch(tx: Tx, video: VideoRow, sizeBytes: number): Promise<void> {
    if (isUploadComplete(video)) return;
    const chunkCount = chunkCountOf(sizeBytes);
    const whole = { size_bytes: sizeBytes, chunk_count: chunkCount, contiguous_chunks: chunkCount };
    const updated = await createVideosRepository(tx).updateVideo(video.client_uuid, video.uuid, whole);
    await service.onBytesArrived(tx, updated, sizeBytes);
  }

  async function waitForBytes(tx: Tx, video: VideoRow, minBytes: number): Promise<void> {
    if (isUploadComplete(video)) return;
    const availableBytes = video.contiguous_chunks * UPLOAD_CHUNK_BYTES;
    if (availableBytes >= minBytes) return sendOpen(tx, queue, video, availableBytes);
    await createVideosRepository(tx).updateVideo(video.client_uuid, video.uuid, { open_at_bytes: minBytes });
  }

  async function open(
    tx: Tx,
    video: VideoRow,
    result: Extract<VideoJobResult, { type: "opened" }>,
    planObject: string | null,
  ): Promise<void> {
    const encodings = createEncodingsRepository(tx);
    const isFirst = await encodings.addEncoding(
      mediaUuidOf(video),
      video.generation,
      result.plan,
      sourceNotes(result.plan.info),
    );
    if (isFirst) {
      const { plan } = result;
      await encodings.updateEncoding(mediaUuidOf(video), video.generation, { plan_object: planObject });
      await addOutput(tx, video, "open", 0, result.outputs);
      await createVideosRepository(tx).moveVideo(video, isUploadComplete(video) ? ["segmented"] : [], {
        duration_sec: plan.info.durationSec,
      });
      const [lowest] = result.outputs.filter((output) => output.trackId === plan.firstRungId);
      const encoding = { plan, plan_object: planObject };
      if (lowest) await sendStoryboard(tx, queue, video, { encoding, lowestRung: lowest, which: "first" });
    }
    if (isUploadComplete(video)) return queueLadder(tx, video);
    await sendWhatIsThere(tx, video);
  }

  /** Sends the next pieces that the received bytes cover. */
  async function sendWhatIsThere(tx: Tx, video: VideoRow): Promise<void> {
    const encodings = createEncodingsRepository(tx);
    const encoding = await encodings.findEncoding(mediaUuidOf(video), video.generation);
    if (!encoding) return;
    const availableBytes = isUploadComplete(video)
      ? (video.size_bytes ?? 0)
      : video.contiguous_chunks * UPLOAD_CHUNK_BYTES;
    const stored = await withStoredPlan(tx, encoding);
    const sent = await sendArrived(tx, queue, video, stored, availableBytes);
    await encodings.updateEncoding(mediaUuidOf(video), video.generation, sent);
  }

  /** Sends the next pieces as earlier ones complete. Cuts send all pieces at once. */
  async function sendFollowing(
    tx: Tx,
    video: VideoRow,
    { job, pieceIndex }: Extract<VideoJobResult, { type: "piece" }>,
  ): Promise<void> {
    const counts = await createEncodingsRepository(tx).findSent(mediaUuidOf(video), video.generation);
    if (!counts) return;
    const sent = job === "copy-piece" ? counts.copy_pieces_sent : counts.encode_pieces_sent;
    if (sent > 0 && sent < counts.pieces && isRunningOut(sent, pieceIndex)) await sendWhatIsThere(tx, video);
  }

  async function addOutput(
    tx: Tx,
    video: VideoRow,
    job: OutputJob,
    pieceIndex: number,
    outputs: TrackOutput[],
  ) {
    const key = { uuid: mediaUuidOf(video), generation: video.generation, job, pieceIndex };
    await createEncodingsRepository(tx).addOutput(key, outputs);
  }

  /** Adds a storyboard. A late storyboard of the video's start does not replace a storyboard of the whole video. */
  async function addStoryboard(
    tx: Tx,
    video: VideoRow,
    { thumbnailObject, vttObject, sprites, isWhole }: Extract<VideoJobResult, { type: "storyboard" }>,
  ) {
    const encodings = createEncodingsRepository(tx);
    const present = await encodings.findEncoding(mediaUuidOf(video), video.generation);
    if (!isWhole && present?.storyboard?.isWhole) return;
    await encodings.updateEncoding(mediaUuidOf(video), video.generation, {
      thumbnail_object: thumbnailObject,
      storyboard: JSON.stringify({ vttObject, sprites, isWhole }),
    });
    await createVideosRepository(tx).touchPlayback(video.uuid);
  }

  async function addWaveform(tx: Tx, video: VideoRow, result: Extract<VideoJobResult, { type: "waveform" }>) {
    const { object, pairsPerSec, loudnessLufs } = result;
    const waveform = JSON.stringify({ state: "ready", object, pairsPerSec, loudnessLufs });
    await createEncodingsRepository(tx).updateEncoding(mediaUuidOf(video), video.generation, { waveform });
  }

  /** Applies a failed job. A thumbnail or waveform that cannot be made is not an error of the video. */
  async function fail(tx: Tx, video: VideoRow, { job, fault }: FailedJobResult): Promise<void> {
    const onFault = traitsOf(job)?.onFault ?? "error";
    if (onFault === "nothing") return;
    if (onFault === "noted") {
      const waveform = JSON.stringify({ state: "failed", askedAtMs: Date.now() });
      return createEncodingsRepository(tx).updateEncoding(mediaUuidOf(video), video.generation, { waveform });
    }
    const { generation } = video;
    await queue.dropGenerations(tx, { uuid: mediaUuidOf(video), generation });
    await createVideosRepository(tx).moveVideo(video, ["error"], {
      error_type: fault.errorType,
      encoding_eta_sec: null,
      uploading_eta_sec: null,
    });
    // The publication notifies the pages that list the video, which will not become playable.
    await createEncodingsRepository(tx).oweIndexes(mediaUuidOf(video), generation);
    realtime.emit(video.client_uuid, "video.changed", { uuid: mediaUuidOf(video), isNew: false });
  }
}
export type EncodingService = ReturnType<typeof createEncodingService>;

/** The progress of fetching a file. */
interface FetchProgress {
  bytes: FetchedBytes;
  percent: number;
  etaSec: number | null;
}

/** Returns the columns of a partly fetched file. The last chunk is recorded only when the fetch ends successfully. */
function chunksOf(video: VideoRow, { available, total }: FetchedBytes) {
  const chunkCount = total === null ? null : chunkCountOf(total);
  const arrived = Math.floor(available / UPLOAD_CHUNK_BYTES);
  return {
    size_bytes: total,
    chunk_count: chunkCount,
    contiguous_chunks: Math.max(
      video.contiguous_chunks,
      Math.min(arrived, (chunkCount ?? Number.POSITIVE_INFINITY) - 1),
    ),
  };
}
