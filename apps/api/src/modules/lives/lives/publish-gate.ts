import { AppError, type LiveOptions } from "@shoal/contract";
import { canStop, isLiveRunning } from "@shoal/domain";
import type { Tx } from "../../../platform/database.ts";
import type { Actor } from "../../accounts/auth/index.ts";
import { createVideosRepository, type VideoRow } from "../../media/videos/index.ts";
import { createLivesRepository, DATABASE_NOW } from "./lives.repository.ts";
import { assertMayKeep, columnsOfLive, findCopyFaults, findDelayFaults } from "./new-lives.ts";

/** Allows publishing to locked lives of one client again; running lives continue. */
export async function openLives(tx: Tx, clientUuid: string, videos: VideoRow[]): Promise<void> {
  if (videos.length === 0) return;
  const lives = createLivesRepository(tx);
  const known = await lives.findLives(
    clientUuid,
    videos.map(({ uuid }) => uuid),
  );
  await lives.updateLives(
    clientUuid,
    known.map(({ video_uuid }) => video_uuid),
    { is_open: true, opened_at: DATABASE_NOW },
  );
  const running = new Set(known.filter(({ state }) => isLiveRunning(state)).map((live) => live.video_uuid));
  const idle = videos.filter(({ uuid }) => !running.has(uuid));
  await lives.updateLives(
    clientUuid,
    idle.map(({ uuid }) => uuid),
    { state: "idle", fault: null },
  );
  for (const video of idle)
    await createVideosRepository(tx).writeLive(video, "restart", { error_type: null });
}

/** Whether a locked live can be stopped. */
export async function canStopLive(tx: Tx, video: VideoRow): Promise<boolean> {
  const live = await createLivesRepository(tx).findLive(video.client_uuid, video.uuid);
  return canStop({
    encodingStatus: video.status,
    liveType: live?.live_type,
    live: live && { isOpen: live.is_open },
  });
}

/**
 * Forbids publishing to a locked live; its ingest ends it with its next report. Clears the error of a live that was not running.
 */
export async function closeLive(tx: Tx, video: VideoRow): Promise<void> {
  const lives = createLivesRepository(tx);
  const live = await lives.findLive(video.client_uuid, video.uuid);
  const isRunning = live !== undefined && isLiveRunning(live.state);
  await lives.updateLive(video, isRunning ? { is_open: false } : { is_open: false, fault: null });
  const videos = createVideosRepository(tx);
  if (isRunning) await videos.writeLive(video, "to_stop");
  else await videos.writeLive(video, "stopped", { error_type: null });
}

/** Checks that a locked video can be passed through. @throws AppError "bad_request" for a live of a camera. */
export async function assertMayCopy(tx: Tx, video: VideoRow): Promise<void> {
  if (video.type !== "live") return;
  const live = await createLivesRepository(tx).findLive(video.client_uuid, video.uuid);
  const faults = findCopyFaults(live?.live_type, "passthrough");
  if (faults.length > 0) throw new AppError("bad_request", "Some fields are not valid", faults);
}

/**
 * Changes how a locked live is recorded and watched, effective from its next start.
 * @throws AppError "bad_request" if the delay requires a camera; also as `assertMayKeep`.
 */
export async function changeLive(tx: Tx, actor: Actor, video: VideoRow, options: LiveOptions): Promise<void> {
  assertMayKeep(actor, options);
  const live = await createLivesRepository(tx).findLive(video.client_uuid, video.uuid);
  const faults = findDelayFaults(live?.live_type, options);
  if (faults.length > 0) throw new AppError("bad_request", "Some fields are not valid", faults);
  // A live without delay never allows rewinding, so its delay is passed on even if only `seekLive` changes.
  const directStream = options.directStream ?? live?.delay;
  await createLivesRepository(tx).updateLive(
    video,
    columnsOfLive({ ...options, ...(directStream === "no" ? { directStream } : {}) }),
  );
  await createVideosRepository(tx).recordEdit(video.client_uuid, video.uuid);
}
