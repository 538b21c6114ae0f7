import type { VideoView } from "@shoal/contract";
import { type DisplayStatus, displayStatus, type LiveStage, liveStageOf } from "@shoal/domain";
import i18next from "i18next";

/** The text key of a video's status. Lives have separate texts (§4). */
type StatusKey = DisplayStatus | LiveStatusKey;

type LiveStatusKey =
  | "live_waiting"
  | "live_scheduled"
  | "live_starting"
  | "live_running"
  | "live_lost"
  | "live_ending"
  | "live_stopped";

const STAGE_KEYS: Readonly<Record<LiveStage, StatusKey>> = {
  waiting: "live_waiting",
  scheduled: "live_scheduled",
  starting: "live_starting",
  onAir: "live_running",
  interrupted: "live_lost",
  ending: "live_ending",
  stopping: "stopping",
  ended: "live_stopped",
  error: "error",
};

/** A video whose status is displayed; for a live, with its state at the ingest. */
export type StatusSubject = Pick<VideoView, "type" | "encodingStatus"> &
  Partial<Pick<VideoView, "live" | "liveType" | "startDate">>;

/**
 * Returns the text key of a status; undefined for an unknown status, which a newer server may send.
 * @example statusKeyOf({ type: "live", encodingStatus: "encoding" }) // "live_running"
 */
export function statusKeyOf(video: StatusSubject): StatusKey | undefined {
  const word = displayStatus(video.encodingStatus);
  return word && video.type === "live" ? STAGE_KEYS[liveStageOf(video, Date.now())] : word;
}

/** Describes a video's status in the reader's language. An unknown status is shown as its value plus "..." (§4). */
export function statusText(video: StatusSubject): string {
  const word = statusKeyOf(video);
  return word ? i18next.t(`status.${word}`) : `${video.encodingStatus}...`;
}
