import type { FetchedBytes, JobProgress } from "@shoal/contract/jobs";
import { sql } from "kysely";
import type { Database } from "../../../platform/database.ts";
import type { Realtime } from "../../../platform/realtime/realtime.ts";
import { createVideosRepository, mediaUuidOf, type VideoRow } from "../videos/index.ts";
import type { EncodingService } from "./encoding.service.ts";
import { createEncodingsRepository } from "./encodings.repository.ts";
import { isVideoWorkNeeded } from "./needed-work.ts";
import { EtaEstimator, fractionDone } from "./progress.ts";
import { createRepairsRepository } from "./repairs.repository.ts";

const EMIT_INTERVAL_MS = 1_000;
/** The progress of a video without reports is dropped after this time. */
const FORGET_AFTER_MS = 10 * 60_000;

/** The names of jobs in the list of expected jobs of a plan. */
const PLANNED_JOBS: Record<string, string> = {
  "encode-audio": "audio",
  "encode-long-audio": "audio",
  "cut-audio": "audio",
  "cut-long-audio": "audio",
  "cut-video": "encode-piece",
};

interface TrackedVideo {
  running: Map<string, number>;
  eta: EtaEstimator;
  /** Estimates the remaining time while the file is fetched. */
  fetchEta: EtaEstimator;
  emittedAtMs: number;
  receivedAtMs: number;
}

export interface LiveProgressDeps {
  db: Database;
  realtime: Pick<Realtime, "emit">;
  encoding: Pick<EncodingService, "onBytesFetched">;
}

/** Tracks the progress of running jobs in memory, sends it to browsers once a second, and stores the percentage and ETA. */
export function createLiveProgress({ db, realtime, encoding }: LiveProgressDeps) {
  const watched = new Map<string, TrackedVideo>();

  return {
    /** @returns whether the job should continue. */
    async report(progress: JobProgress, nowMs = Date.now()): Promise<{ isWanted: boolean }> {
      const { videoUuid, generation, job: name } = progress;
      const video = await createVideosRepository(db).findGenerationForWork(videoUuid, generation);
      if (!video) return { isWanted: false };
      if (!isVideoWorkNeeded(video, name))
        return { isWanted: await createRepairsRepository(db).isRunning(videoUuid, generation) };
      pruneOld(nowMs);
      const entry = watched.get(video.uuid) ?? {
        running: new Map(),
        eta: new EtaEstimator(),
        fetchEta: new EtaEstimator(),
        emittedAtMs: 0,
        receivedAtMs: nowMs,
      };
      watched.set(video.uuid, entry);
      entry.receivedAtMs = nowMs;
      if (progress.bytes) return { isWanted: await reportFetched(video, progress.bytes, entry, nowMs) };
      const job = PLANNED_JOBS[progress.job] ?? progress.job;
      entry.running.set(`${job}:${progress.pieceIndex ?? 0}`, progress.fraction);
      if (nowMs - entry.emittedAtMs < EMIT_INTERVAL_MS) return { isWanted: true };
      entry.emittedAtMs = nowMs;
      await emitProgress(video, entry, nowMs);
      return { isWanted: true };
    },
  };

  async function emitProgress(video: VideoRow, entry: TrackedVideo, nowMs: number) {
    const { uuid, generation, client_uuid: clientUuid } = video;
    const encodings = createEncodingsRepository(db);
    const encoding = await encodings.findEncoding(mediaUuidOf(video), generation);
    if (!encoding) return;
    const done = await encodings.listDone(mediaUuidOf(video), generation);
    const fraction = fractionDone(encoding.plan, done, entry.running);
    const percent = Math.min(99.9, Math.round(fraction * 1000) / 10);
    const encodingETA = entry.eta.estimateSec(fraction, nowMs);
    // A lower sum does not replace a higher one, because each replica receives reports of only some of the running jobs.
    const written = await db
      .updateTable("videos")
      .set({
        encoding_percent: sql<number>`greatest(encoding_percent, ${percent})`,
        encoding_eta_sec: encodingETA,
      })
      .where("uuid", "=", uuid)
      .where("generation", "=", generation)
      .where("status", "not in", ["encoded", "stopped", "error"])
      .returning("encoding_percent")
      .executeTakeFirst();
    const encodingPercent = written?.encoding_percent ?? percent;
    // The progress of the shown video does not change while its replacement is encoded.
    if (video.replaces_uuid === null)
      realtime.emit(clientUuid, "video.progress", { uuid, encodingPercent, encodingETA });
  }

  async function reportFetched(video: VideoRow, bytes: FetchedBytes, entry: TrackedVideo, nowMs: number) {
    const fraction = bytes.total ? bytes.available / bytes.total : 0;
    const percent = Math.min(99.9, Math.round(fraction * 1000) / 10);
    const etaSec = bytes.total ? entry.fetchEta.estimateSec(fraction, nowMs) : null;
    const isWanted = await encoding.onBytesFetched(video, { bytes, percent, etaSec });
    if (isWanted)
      realtime.emit(video.client_uuid, "video.progress", {
        uuid: video.uuid,
        uploadingPercent: percent,
        uploadingETA: etaSec,
        sizeBytes: bytes.total ?? bytes.available,
        isSizeKnown: bytes.total !== null,
      });
    return isWanted;
  }

  function pruneOld(nowMs: number): void {
    for (const [uuid, entry] of watched)
      if (nowMs - entry.receivedAtMs > FORGET_AFTER_MS) watched.delete(uuid);
  }
}
export type LiveProgress = ReturnType<typeof createLiveProgress>;
