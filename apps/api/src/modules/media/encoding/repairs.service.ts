import { isDeepStrictEqual } from "node:util";
import type { VideoJobResult } from "@shoal/contract/jobs";
import type { TrackOutput } from "@shoal/contract/stored-data";
import type { MediaStore } from "@shoal/store";
import { need } from "../../../platform/composition/need.ts";
import type { Database, Tx } from "../../../platform/database.ts";
import type { JobQueue } from "../../../platform/queue/job-queue.ts";
import { notifyWork } from "../../../platform/work-notifications.ts";
import { createVideosRepository, isUploadComplete, mediaUuidOf, type VideoRow } from "../videos/index.ts";
import { createEncodingsRepository } from "./encodings.repository.ts";
import { sendRepair, sourceObjectOf } from "./jobs-to-send.ts";
import { createRepairsRepository, type OutputKey } from "./repairs.repository.ts";

/** The number of requested repairs that are read at once. */
const REPAIRS_PER_RUN = 50;

/**
 * Whether the media of a video can be encoded again from its source, piece by piece. Cuts and scene lists have no source of
 * their own, and an encoding that is still running or was stopped is incomplete.
 */
const isRepairable = (video: VideoRow): boolean =>
  video.kind === "video" &&
  video.type === "vod" &&
  video.status === "encoded" &&
  !video.is_deleted &&
  video.trashed_at === null &&
  isUploadComplete(video);

export type RequestRepair = (object: string) => Promise<boolean>;

/** Requests repairs, which the api carries out. */
export function createRepairRequests(deps: { db: Database; store: Pick<MediaStore, "findSize"> }) {
  const { db, store } = deps;
  return {
    /**
     * Checks once per video whether its media can be encoded again.
     * @returns a function that requests the repair of an object; it returns false if no job made the object. Undefined if the
     * source is missing.
     */
    async open(videoUuid: string, generation: number): Promise<RequestRepair | undefined> {
      const video = await createVideosRepository(db).findForWork(videoUuid);
      if (video?.generation !== generation || !isRepairable(video)) return undefined;
      if ((await store.findSize(sourceObjectOf(video))) !== video.size_bytes) return undefined;
      return async (object) => {
        const repairs = createRepairsRepository(db);
        const key = await repairs.findJob(videoUuid, generation, object);
        if (!key) return false;
        await repairs.add(key, object);
        await notifyWork(db, "repairs");
        return true;
      };
    },
  };
}

/** Sends the jobs of requested repairs. */
export function createRepairsService({ db, queue }: { db: Database; queue: Pick<JobQueue, "send"> }) {
  async function sendSome(): Promise<number> {
    const wanted = await createRepairsRepository(db).listWanted(REPAIRS_PER_RUN);
    for (const key of wanted) await db.transaction().execute((tx) => sendOne(tx, key));
    return wanted.length;
  }

  /** Sends the job of a repair. The video is locked first, as in its deletion, which also deletes its repairs. */
  async function sendOne(tx: Tx, key: OutputKey): Promise<void> {
    const video = await createVideosRepository(tx).lockForWork(key.uuid);
    const repairs = createRepairsRepository(tx);
    // Another replica may have sent the job already.
    if (!(await repairs.isIn(key, "wanted"))) return;
    const encoding =
      video?.generation === key.generation && isRepairable(video)
        ? await createEncodingsRepository(tx).findEncoding(mediaUuidOf(video), key.generation)
        : undefined;
    if (video && encoding) await sendRepair(tx, queue, video, encoding, key);
    await repairs.setState(key, video && encoding ? "sent" : "failed");
  }

  return {
    async run(): Promise<void> {
      while ((await sendSome()) === REPAIRS_PER_RUN);
      await createRepairsRepository(db).failLost();
      await createRepairsRepository(db).prune();
    },
  };
}
export type RepairsService = ReturnType<typeof createRepairsService>;
export const REPAIRS_SERVICE = need<RepairsService>("repairs of media");

/**
 * Applies the result of a repair. The object usually has the same name and bytes as before, since a job depends only on its
 * plan. If another version of ffmpeg writes other bytes under another name, the index is published again.
 * @returns whether the result belonged to a repair.
 */
export async function applyRepair(tx: Tx, video: VideoRow, result: VideoJobResult): Promise<boolean> {
  if (video.status !== "encoded") return false;
  const made = repairResultOf(result);
  if (!made) return false;
  const key = { uuid: mediaUuidOf(video), generation: video.generation, ...made };
  const repairs = createRepairsRepository(tx);
  if (!(await repairs.isIn(key, "sent"))) return false;
  const encodings = createEncodingsRepository(tx);
  const before = await encodings.findOutput(key);
  const isUsable = before !== undefined && isSameTimeline(before, made.outputs);
  if (isUsable && !isDeepStrictEqual(before, made.outputs)) await encodings.replaceOutput(key, made.outputs);
  await repairs.setState(key, isUsable ? "repaired" : "failed");
  return true;
}

function repairResultOf(
  result: VideoJobResult,
): (Pick<OutputKey, "job" | "pieceIndex"> & { outputs: TrackOutput[] }) | undefined {
  switch (result.type) {
    case "piece":
      return { job: result.job, pieceIndex: result.pieceIndex, outputs: result.outputs };
    case "audio":
      return { job: "audio", pieceIndex: result.partIndex ?? 0, outputs: result.outputs };
    case "opened":
      return { job: "open", pieceIndex: 0, outputs: result.outputs };
    default:
      return undefined;
  }
}

/** Whether the new outputs have the same segments, which players that have the old init segment must be able to decode. */
function isSameTimeline(before: readonly TrackOutput[], after: readonly TrackOutput[]): boolean {
  const timelineOf = (outputs: readonly TrackOutput[]) =>
    JSON.stringify(
      outputs
        .map(({ trackId, codecs, init, segments }) => ({
          trackId,
          codecs,
          init: init.sha256,
          segments: segments.map(({ number, startSec, durationSec }) => [number, startSec, durationSec]),
        }))
        .toSorted((a, b) => (a.trackId < b.trackId ? -1 : 1)),
    );
  return timelineOf(before) === timelineOf(after);
}
