import {
  AppError,
  MAX_SIMULATED_LIVE_SEGMENT_SEC,
  SIMULATED_LIVE_LATENCY_SEC,
  type VideoView,
} from "@shoal/contract";
import type { PlaybackDescriptor } from "@shoal/contract/edge";
import { canPlayAsLive } from "@shoal/domain";
import type { Database, Tx } from "../../../platform/database.ts";
import type { Realtime } from "../../../platform/realtime/realtime.ts";
import type { Actor } from "../../accounts/auth/index.ts";
import { createEncodingsRepository } from "../encoding/index.ts";
import {
  BEGINS_SIMULATED_LIVE,
  createVideosRepository,
  ENDS_SIMULATED_LIVE,
  type VideoChange,
  type VideoRow,
  type VideosService,
  videoNotFound,
} from "../videos/index.ts";

export interface SimulatedLivesDeps {
  db: Database;
  realtime: Pick<Realtime, "emit">;
  videos: Pick<VideosService, "getVideo">;
}

/** Plays videos as lives (§7). Only the date is stored; edges make the live from it and the video's segments. */
export function createSimulatedLivesService({ db, realtime, videos }: SimulatedLivesDeps) {
  return {
    /**
     * Plays a video as a live from a date; immediately if there is no date or it is in the past. Replaces an existing schedule.
     * @throws AppError "video_not_found"; "illegal_transition" if it already plays as a live, is not encoded, has no video track,
     * or has longer segments than lives have.
     */
    play: (actor: Actor, uuid: string, startDate: string | null | undefined): Promise<VideoView> =>
      change(actor, uuid, async (tx, video) => {
        const nowMs = Date.now();
        await assertMayPlay(tx, video, nowMs);
        const startMs = Math.max(nowMs, startDate ? Date.parse(startDate) : 0);
        return { ...BEGINS_SIMULATED_LIVE, simulated_live_at: new Date(startMs) };
      }),

    /** Ends or cancels a simulated live; does nothing if there is none. @throws AppError "video_not_found". */
    end: (actor: Actor, uuid: string): Promise<VideoView> =>
      change(actor, uuid, async (_tx, { simulated_live_at }) =>
        simulated_live_at === null ? undefined : ENDS_SIMULATED_LIVE,
      ),
  };

  async function change(
    actor: Actor,
    uuid: string,
    decide: (tx: Tx, video: VideoRow) => Promise<VideoChange | undefined>,
  ): Promise<VideoView> {
    await db.transaction().execute(async (tx) => {
      const repository = createVideosRepository(tx);
      const video = await repository.lockVideo(actor.clientUuid, uuid);
      if (!video) throw videoNotFound();
      const columns = await decide(tx, video);
      if (columns) await repository.updateVideo(actor.clientUuid, uuid, columns);
    });
    realtime.emit(actor.clientUuid, "video.changed", { uuid, isNew: false });
    return videos.getVideo(actor, uuid);
  }
}
export type SimulatedLivesService = ReturnType<typeof createSimulatedLivesService>;

async function assertMayPlay(tx: Tx, video: VideoRow, nowMs: number): Promise<void> {
  const { status, is_deleted, duration_sec, simulated_live_at, type } = video;
  if (!canPlayAsLive({ type, encodingStatus: status, isDeleted: is_deleted, duration: duration_sec }))
    throw new AppError("illegal_transition", "Only an encoded video can play as a live");
  if (simulated_live_at !== null && simulated_live_at.getTime() <= nowMs)
    throw new AppError("illegal_transition", "This video is already playing as a live: end that live first");
  const encoding = await createEncodingsRepository(tx).findEncoding(video.uuid, video.generation);
  if (!encoding?.tracks.some(({ kind }) => kind === "video"))
    throw new AppError("illegal_transition", "A video without a video track cannot play as a live");
  if (longestSec(encoding.plan.segmentStartsSec) > MAX_SIMULATED_LIVE_SEGMENT_SEC)
    throw new AppError(
      "illegal_transition",
      `Key frames are more than ${MAX_SIMULATED_LIVE_SEGMENT_SEC} s apart: encode the video before playing it as a live`,
    );
}

const longestSec = (startsSec: readonly number[]): number =>
  startsSec.reduce((longest, sec, n) => Math.max(longest, sec - (startsSec[n - 1] ?? sec)), 0);

/** Describes a running or scheduled simulated live to edges. It cannot be watched before its start. */
export function describeSimulatedLive(video: VideoRow): Partial<PlaybackDescriptor> {
  const { simulated_live_at, simulated_live_generation, starts_at } = video;
  if (simulated_live_at === null || simulated_live_generation === null) return {};
  const simulatedFromMs = simulated_live_at.getTime();
  return {
    generation: simulated_live_generation,
    startsAt: new Date(Math.max(simulatedFromMs, starts_at?.getTime() ?? 0)).toISOString(),
    durationSec: null,
    isEnded: false,
    storyboard: null,
    // A simulated live has no captions, because they are timed from the start of the video, but viewers join in the middle.

    chapters: [],
    captions: [],
    live: { latencySec: SIMULATED_LIVE_LATENCY_SEC, isSeekable: false, isOnClock: true, simulatedFromMs },
  };
}
