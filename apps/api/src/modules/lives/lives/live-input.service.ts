import { type LiveInputInfos, MAX_LIVE_INPUT_AGE_MS } from "@shoal/contract";
import { isLiveRunning } from "@shoal/domain";
import type { Database } from "../../../platform/database.ts";
import type { Actor } from "../../accounts/auth/index.ts";
import { createVideosRepository, type VideoRow, videoNotFound } from "../../media/videos/index.ts";
import { createLivesRepository, type LiveRow } from "./lives.repository.ts";

const NO_INPUT_INFOS: LiveInputInfos = { input: null, leftOutQualities: 0, measuredAt: null };

/** Serves the measured input of lives. */
export function createLiveInputService({ db, nowMs = Date.now }: { db: Database; nowMs?: () => number }) {
  return {
    /** @throws AppError "video_not_found" unless the video is a live of the client. */
    async getInfos(actor: Actor, uuid: string): Promise<LiveInputInfos> {
      const video = await createVideosRepository(db).findVideo(actor.clientUuid, uuid);
      const live = video && (await createLivesRepository(db).findLive(actor.clientUuid, uuid));
      if (!video || !live) throw videoNotFound();
      return infosOf(video, live, nowMs());
    },
  };
}
export type LiveInputService = ReturnType<typeof createLiveInputService>;

/** Returns the latest measurements, or nothing if they are old or from another run. */
function infosOf({ generation }: VideoRow, { state, condition }: LiveRow, nowMs: number): LiveInputInfos {
  if (!condition?.input || condition.generation !== generation || !isLiveRunning(state))
    return NO_INPUT_INFOS;
  const measuredAtMs = Date.parse(condition.measuredAt);
  if (nowMs - measuredAtMs > MAX_LIVE_INPUT_AGE_MS) return NO_INPUT_INFOS;
  const { input, leftOutRungs = 0 } = condition;
  return { input, leftOutQualities: leftOutRungs, measuredAt: new Date(measuredAtMs).toISOString() };
}
