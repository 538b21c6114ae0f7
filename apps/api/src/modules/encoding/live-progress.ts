import type { JobProgress } from "@shoal/contract";
import type { Database } from "../../platform/database.ts";
import type { Realtime } from "../../platform/realtime/realtime.ts";
import { createVideosRepository } from "../videos/index.ts";
import { createEncodingsRepository } from "./encodings.repository.ts";
import { EtaEstimator, fractionDone } from "./progress.ts";
import { isVideoWorkWanted } from "./wanted-work.ts";

const EMIT_INTERVAL_MS = 1_000;
/** A video that nobody reported on for this long is forgotten. */
const FORGET_AFTER_MS = 10 * 60_000;

interface Watched {
  running: Map<string, number>;
  eta: EtaEstimator;
  emittedAtMs: number;
  heardAtMs: number;
}

/** Lossy progress of running jobs: kept in memory, told to browsers once a second, written as percent and ETA. */
export function createLiveProgress({ db, realtime }: { db: Database; realtime: Pick<Realtime, "emit"> }) {
  const watched = new Map<string, Watched>();

  return {
    /** @returns whether the job should go on. */
    async report(progress: JobProgress, nowMs = Date.now()): Promise<{ isWanted: boolean }> {
      const video = await createVideosRepository(db).findForWork(progress.videoUuid);
      if (video?.generation !== progress.generation || !isVideoWorkWanted(video, progress.job))
        return { isWanted: false };
      forgetOld(nowMs);
      const entry = watched.get(video.uuid) ?? {
        running: new Map(),
        eta: new EtaEstimator(),
        emittedAtMs: 0,
        heardAtMs: nowMs,
      };
      watched.set(video.uuid, entry);
      entry.heardAtMs = nowMs;
      const job = progress.job === "encode-audio" ? "audio" : progress.job;
      entry.running.set(`${job}:${progress.pieceIndex ?? 0}`, progress.fraction);
      if (nowMs - entry.emittedAtMs < EMIT_INTERVAL_MS) return { isWanted: true };
      entry.emittedAtMs = nowMs;
      await tell(video.client_uuid, video.uuid, video.generation, entry, nowMs);
      return { isWanted: true };
    },
  };

  async function tell(clientUuid: string, uuid: string, generation: number, entry: Watched, nowMs: number) {
    const encodings = createEncodingsRepository(db);
    const encoding = await encodings.findEncoding(uuid, generation);
    if (!encoding) return;
    const fraction = fractionDone(encoding.plan, await encodings.listDone(uuid, generation), entry.running);
    const encodingPercent = Math.min(99.9, Math.round(fraction * 1000) / 10);
    const encodingETA = entry.eta.estimateSec(fraction, nowMs);
    await db
      .updateTable("videos")
      .set({ encoding_percent: encodingPercent, encoding_eta_sec: encodingETA })
      .where("uuid", "=", uuid)
      .where("generation", "=", generation)
      .where("status", "not in", ["encoded", "stopped", "error"])
      .execute();
    realtime.emit(clientUuid, "video.progress", { uuid, encodingPercent, encodingETA });
  }

  function forgetOld(nowMs: number): void {
    for (const [uuid, entry] of watched) if (nowMs - entry.heardAtMs > FORGET_AFTER_MS) watched.delete(uuid);
  }
}
export type LiveProgress = ReturnType<typeof createLiveProgress>;
