import {
  AppError,
  type FieldError,
  type LiveOptions,
  type LiveType,
  SEEK_BACK_MIN_SEC,
  type VideoView,
} from "@shoal/contract";
import type { SecretBox } from "@shoal/tokens";
import type { Selectable } from "kysely";
import type { Tx } from "../../../platform/database.ts";
import type { LiveRecord } from "../../../platform/schema.ts";
import type { Actor } from "../../accounts/auth/index.ts";
import type { VideoRow } from "../../media/videos/index.ts";
import { createLivesRepository } from "./lives.repository.ts";
import { makeStreamKey } from "./stream-key.ts";

/** The default rewind window of a live (§5). */
const SEEK_BACK_DEFAULT_SEC = SEEK_BACK_MIN_SEC;

/** A video that was just added, with the settings of its live. */
export interface NewLive extends LiveOptions {
  video: Pick<VideoRow, "uuid" | "client_uuid">;
  /** How the live is received; by RTMP by default. */
  liveType?: LiveType | undefined;
  isClientsOwn?: boolean;
}

/** Creates the live-specific rows of new live videos. */
export async function addLives(tx: Tx, lives: NewLive[], streamKeys: SecretBox): Promise<void> {
  if (lives.length === 0) return;
  await createLivesRepository(tx).addLives(
    lives.map(({ video, liveType = "shoalRTMP", isClientsOwn = false, ...options }) => ({
      video_uuid: video.uuid,
      client_uuid: video.client_uuid,
      live_type: liveType,
      is_clients_own: isClientsOwn,
      seek_back_sec: SEEK_BACK_DEFAULT_SEC,
      ...columnsOfLive(options),
      ...makeStreamKey(video.uuid, streamKeys),
    })),
  );
}

/** Returns the columns of the given options. A live without delay never allows rewinding (§5). */
export const columnsOfLive = ({
  keepLive,
  seekLive,
  liveToKeepDuration,
  targetLatencySec,
  directStream,
}: LiveOptions): Partial<
  Pick<Selectable<LiveRecord>, "is_kept" | "is_seekable" | "seek_back_sec" | "target_latency_sec" | "delay">
> => ({
  ...(keepLive === undefined ? {} : { is_kept: keepLive }),
  ...(seekLive === undefined ? {} : { is_seekable: seekLive }),
  ...(directStream === "no" ? { is_seekable: false } : {}),
  ...(liveToKeepDuration === undefined ? {} : { seek_back_sec: liveToKeepDuration }),
  ...(targetLatencySec === undefined ? {} : { target_latency_sec: targetLatencySec }),
  ...(directStream === undefined ? {} : { delay: directStream }),
});

/** A live without delay is sent directly by the publisher's page, so it requires a camera (§5). */
export const findDelayFaults = (
  liveType: LiveType | undefined,
  { directStream }: Pick<LiveOptions, "directStream">,
): FieldError[] =>
  liveType === "camera" || directStream === undefined || directStream === "yes"
    ? []
    : [{ path: "directStream", reason: "must be yes unless liveType is camera" }];

/** A browser's recording has irregular frames and key frames: it cannot be passed through. */
export const findCopyFaults = (
  liveType: LiveType | undefined,
  encoding: VideoView["encoding"] | undefined,
): FieldError[] =>
  liveType === "camera" && encoding === "passthrough"
    ? [{ path: "encoding", reason: "must be encoding for a camera" }]
    : [];

/** @throws AppError "bad_request" for a client whose lives are never kept. */
export function assertMayKeep(actor: Actor, { keepLive }: LiveOptions): void {
  if (keepLive && actor.user.no_keep_live)
    throw new AppError("bad_request", "Some fields are not valid", [
      { path: "keepLive", reason: "is turned off for this client" },
    ]);
}
