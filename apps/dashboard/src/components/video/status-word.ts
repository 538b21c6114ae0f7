import type { VideoView } from "@shoal/contract";
import { type DisplayStatus, displayStatus, type LiveStage, liveStageOf } from "@shoal/domain";
import i18next from "i18next";

/** The word for a video's status as the interface names it: a key of the texts. Lives have words of their own (§4). */
type StatusWord = DisplayStatus | LiveWord;

type LiveWord =
  | "live_waiting"
  | "live_scheduled"
  | "live_starting"
  | "live_running"
  | "live_lost"
  | "live_ending"
  | "live_stopped";

const OF_STAGES: Readonly<Record<LiveStage, StatusWord>> = {
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

/** A video whose status is shown; a live with what is known of it. */
export type StatusSubject = Pick<VideoView, "type" | "encodingStatus"> &
  Partial<Pick<VideoView, "live" | "liveType" | "startDate">>;

/**
 * Undefined for a status that this page does not know, as a newer server may send.
 * @example statusWordOf({ type: "live", encodingStatus: "encoding" }) // "live_running"
 */
export function statusWordOf(video: StatusSubject): StatusWord | undefined {
  const word = displayStatus(video.encodingStatus);
  return word && video.type === "live" ? OF_STAGES[liveStageOf(video, Date.now())] : word;
}

/** A video's status in the reader's words; one that this page does not know is its value plus "..." (§4). */
export function statusText(video: StatusSubject): string {
  const word = statusWordOf(video);
  return word ? i18next.t(`status.${word}`) : `${video.encodingStatus}...`;
}
