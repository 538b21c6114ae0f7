import type { EncodingStatus, VideoView } from "@shoal/contract";
import { type DisplayStatus, displayStatus } from "@shoal/domain";
import i18next from "i18next";

/** The word for a video's status as the interface names it: a key of the texts. Lives have words of their own (§4). */
export type StatusWord = DisplayStatus | "live_starting" | "live_running" | "live_stopped";

const OF_LIVES: Partial<Record<EncodingStatus, StatusWord>> = {
  restart: "live_starting",
  // For a camera whose page has not started to send (§4).
  uploading: "live_starting",
  waiting_for_encoding: "live_starting",
  encoding: "live_running",
  segmented: "live_running",
  stopped: "live_stopped",
  encoded: "live_stopped",
};

/**
 * Undefined for a status that this page does not know, as a newer server may send.
 * @example statusWordOf({ type: "live", encodingStatus: "encoding" }) // "live_running"
 */
export function statusWordOf({
  type,
  encodingStatus,
}: Pick<VideoView, "type" | "encodingStatus">): StatusWord | undefined {
  const ofLive = type === "live" ? OF_LIVES[encodingStatus] : undefined;
  return ofLive ?? displayStatus(encodingStatus);
}

/** A video whose status is shown, with `live` if it has one. */
export type StatusSubject = Pick<VideoView, "type" | "encodingStatus"> & Partial<Pick<VideoView, "live">>;

/** The same; for a live without a publisher, whether it was ended or lost its signal. */
export function signalWordOf(video: StatusSubject): StatusWord | "live_lost" | "live_ending" | undefined {
  const word = statusWordOf(video);
  if (word !== "live_running" || video.live?.state !== "lost") return word;
  return video.live.isSignedOff ? "live_ending" : "live_lost";
}

/** A video's status in the reader's words; one that this page does not know is its value plus "..." (§4). */
export function statusText(video: StatusSubject): string {
  const word = signalWordOf(video);
  return word ? i18next.t(`status.${word}`) : `${video.encodingStatus}...`;
}
