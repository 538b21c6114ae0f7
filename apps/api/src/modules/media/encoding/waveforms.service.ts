import { posix } from "node:path";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import type { WaveformView } from "@shoal/contract";
import type { MediaStore } from "@shoal/store";
import type { Database } from "../../../platform/database.ts";
import type { JobQueue } from "../../../platform/queue/job-queue.ts";
import type { Actor } from "../../accounts/auth/index.ts";
import { createVideosRepository, type VideoRow, videoNotFound } from "../videos/index.ts";
import { createEncodingsRepository, type EncodingRow } from "./encodings.repository.ts";
import { sendWaveform } from "./jobs-to-send.ts";

/** A request without a result is repeated after this time; the queue accepts an identical request only once. */
const RETRY_AFTER_MS = 10 * 60_000;
const EMPTY_WAVEFORM = { pairsPerSec: 0, loudnessLufs: null, peaks: "" };

export interface WaveformsDeps {
  db: Database;
  queue: Pick<JobQueue, "send">;
  store: Pick<MediaStore, "read">;
}

/** A waveform with its object name if it exists. */
export interface NamedWaveform {
  version: string | undefined;
  read(): Promise<WaveformView>;
}

/** Serves the waveforms of videos for timelines (§2, cut-versions). */
export function createWaveformsService({ db, queue, store }: WaveformsDeps) {
  return {
    /** Finds a waveform, and requests it from a worker if it does not exist yet. @throws AppError "video_not_found". */
    async findWaveform({ clientUuid }: Pick<Actor, "clientUuid">, uuid: string): Promise<NamedWaveform> {
      const video = await createVideosRepository(db).findVideo(clientUuid, uuid);
      if (!video) throw videoNotFound();
      const encoding = await createEncodingsRepository(db).findEncoding(uuid, video.generation);
      const { waveform } = encoding ?? {};
      if (waveform?.state === "ready")
        return { version: posix.basename(waveform.object), read: () => readPeaks(waveform) };
      const state = stateOf(video, encoding) ?? (await requestWaveform(clientUuid, uuid));
      return { version: undefined, read: async () => ({ state, ...EMPTY_WAVEFORM }) };
    },
  };

  async function readPeaks(
    kept: Extract<EncodingRow["waveform"], { state: "ready" }>,
  ): Promise<WaveformView> {
    const bytes = await promisify(gunzip)(await store.read(kept.object));
    const { pairsPerSec, loudnessLufs } = kept;
    return { state: "ready", pairsPerSec, loudnessLufs, peaks: bytes.toString("base64") };
  }

  async function requestWaveform(clientUuid: string, uuid: string): Promise<"pending"> {
    await db.transaction().execute(async (tx) => {
      const video = await createVideosRepository(tx).lockVideo(clientUuid, uuid);
      if (!video) throw videoNotFound();
      const encoding = await createEncodingsRepository(tx).findEncoding(uuid, video.generation);
      if (encoding) await sendWaveform(tx, queue, video, encoding.tracks);
    });
    return "pending";
  }
}
export type WaveformsService = ReturnType<typeof createWaveformsService>;

/** Returns the state of a waveform that needs no worker; undefined if a worker is needed. */
function stateOf(video: VideoRow, encoding: EncodingRow | undefined): WaveformView["state"] | undefined {
  const isThere = ["encoded", "stopped"].includes(video.status);
  if (video.is_deleted || video.status === "error" || (isThere && !encoding)) return "failed";
  if (encoding?.plan.audio.length === 0) return "none";
  if (!isThere || !encoding) return "pending";
  if (!encoding.tracks.some(({ kind }) => kind === "audio")) return "none";
  const { waveform } = encoding;
  const isFresh = waveform && "askedAtMs" in waveform && Date.now() - waveform.askedAtMs < RETRY_AFTER_MS;
  return isFresh ? waveform.state : undefined;
}
