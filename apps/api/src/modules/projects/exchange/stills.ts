import { createHash } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { STILLS_OF_A_JOB } from "@shoal/contract/jobs";
import { type FrameRate, fpsOf } from "@shoal/frames";
import type { MediaStore } from "@shoal/store";
import type { Database } from "../../../platform/database.ts";
import type { JobQueue } from "../../../platform/queue/job-queue.ts";
import type { VersionMedia } from "./exchange.repository.ts";
import type { NoPicture } from "./pdf/pdf-texts.ts";

/** Milliseconds to wait for frames, which is shorter than the timeouts of proxies. */
const FRAMES_TIMEOUT_MS = 40_000;
/** Milliseconds between checks, which are needed because the notification may reach another replica. */
const RECHECK_INTERVAL_MS = 500;
/** The lowest rung of at least this height is used, since more is not visible on paper; otherwise the highest rung. */
const MIN_HEIGHT_PX = 540;
const ENCODED_STATUSES = ["encoded", "stopped"];

export interface StillsDeps {
  db: Database;
  store: Pick<MediaStore, "findSize" | "read">;
  queue: Pick<JobQueue, "send">;
  /** Milliseconds for which a caller waits for frames. */
  patienceMs?: number;
}

/** A frame of a version as JPEG, or the reason why there is no frame. */
export type Still = { bytes: Uint8Array } | { reason: NoPicture };

/** Reads one of the requested frames. */
export type ReadStill = (frame: number) => Promise<Still>;

/**
 * Provides single frames of the videos of versions. Workers extract them. They are stored next to the media and deleted with
 * them, so that each frame is extracted once. An empty object marks a frame that cannot be extracted.
 */
export function createStills({ db, store, queue, patienceMs = FRAMES_TIMEOUT_MS }: StillsDeps) {
  const waiting = new Set<() => void>();

  async function listMissing(objects: readonly string[]): Promise<string[]> {
    const missing: string[] = [];
    for (const object of objects) if ((await store.findSize(object)) === undefined) missing.push(object);
    return missing;
  }

  /** Resolves when a worker has finished some frames, or after a short pause. */
  async function nextCheck(signal: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    waiting.add(resolve);
    const checked = new AbortController();
    try {
      const ended = AbortSignal.any([signal, checked.signal]);
      await Promise.race([
        promise,
        wait(RECHECK_INTERVAL_MS, undefined, { signal: ended }).catch(() => undefined),
      ]);
    } finally {
      waiting.delete(resolve);
      checked.abort();
    }
  }

  async function requestStill(
    clientUuid: string,
    source: FrameSource,
    frames: ReadonlyMap<string, number>,
    rate: FrameRate,
  ) {
    const { videoUuid, generation, indexObject } = source;
    const objects = [...frames.keys()];
    for (let start = 0; start < objects.length; start += STILLS_OF_A_JOB) {
      const stills = objects
        .slice(start, start + STILLS_OF_A_JOB)
        // The time is in the middle of the frame, so that rounding cannot select another frame.
        .map((object) => ({ sec: ((frames.get(object) ?? 0) + 0.5) / fpsOf(rate), object }));
      await queue.send(db, "make-stills", {
        payload: {
          job: "make-stills",
          videoUuid,
          generation,
          indexObject,
          stills,
        },
        clientUuid,
        key: createHash("sha256").update(JSON.stringify(stills)).digest("hex"),
      });
    }
  }

  return {
    /**
     * Requests missing frames and waits for them, up to a limit.
     * @param frames the numbers of the frames, in ascending order.
     * @returns a function that reads each frame; frames that are not ready are marked.
     */
    async collect(
      {
        clientUuid,
        media,
        rate,
        frames,
      }: { clientUuid: string; media: VersionMedia | undefined; rate: FrameRate; frames: readonly number[] },
      signal: AbortSignal,
    ): Promise<ReadStill> {
      const source = resolveSource(media);
      if (typeof source === "string") return () => Promise.resolve({ reason: source });
      const objects = new Map(frames.map((frame) => [objectOf(source, frame), frame]));
      const impatient = AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]);
      let missing = await listMissing([...objects.keys()]);
      if (missing.length > 0)
        await requestStill(
          clientUuid,
          source,
          new Map(missing.map((each) => [each, objects.get(each) ?? 0])),
          rate,
        );
      while (missing.length > 0 && !impatient.aborted) {
        await nextCheck(impatient);
        missing = await listMissing(missing);
      }
      signal.throwIfAborted();
      const late = new Set(missing);
      return async (frame) => {
        const object = objectOf(source, frame);
        if (!objects.has(object)) return { reason: "tooMany" };
        if (late.has(object)) return { reason: "notReady" };
        const bytes = await store.read(object);
        return bytes.length === 0 ? { reason: "undrawable" } : { bytes };
      };
    },

    /** Wakes callers when a worker has extracted some frames or has failed. */
    onResult(): void {
      for (const resolve of waiting) resolve();
    },
  };
}
export type Stills = ReturnType<typeof createStills>;

interface FrameSource {
  videoUuid: string;
  generation: number;
  indexObject: string;
}

function resolveSource(media: VersionMedia | undefined): FrameSource | NoPicture {
  if (!media || media.is_deleted) return "videoGone";
  if (media.trashed_at !== null) return "inTrash";
  const rungs = (media.tracks ?? [])
    .filter(({ kind }) => kind === "video")
    .toSorted((a, b) => (a.height ?? 0) - (b.height ?? 0));
  const rung = rungs.find(({ height }) => (height ?? 0) >= MIN_HEIGHT_PX) ?? rungs.at(-1);
  if (!rung) return ENCODED_STATUSES.includes(media.status) ? "noPicture" : "notEncoded";
  return { videoUuid: media.uuid, generation: media.generation, indexObject: rung.indexObject };
}

const objectOf = ({ videoUuid, generation }: FrameSource, frame: number) =>
  `videos/${videoUuid}/${generation}/stills/${frame}.jpg`;
