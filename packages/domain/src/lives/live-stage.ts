import type { EncodingStatus, VideoView } from "@shoal/contract";

/**
 * What a live is doing, for all displays of it: title, badge, player and chat.
 * - `waiting`: a publisher may connect; `scheduled`: a publisher may connect, and viewers have to wait for the start date.
 * - `starting`: a source is being fetched or a publisher has connected, but nothing can be watched yet.
 * - `interrupted`: the signal is lost and may return; `ending`: the publisher ended it, and may still connect again.
 * - `ended`: it was on air and is over, or was stopped before it was on air.
 */
export type LiveStage =
  | "waiting"
  | "scheduled"
  | "starting"
  | "onAir"
  | "interrupted"
  | "ending"
  | "stopping"
  | "ended"
  | "error";

export type LiveStageSubject = Pick<VideoView, "encodingStatus"> &
  Partial<Pick<VideoView, "live" | "liveType" | "startDate">>;

/** Statuses after a start. A publisher that does not connect within 30 s is still expected, without this status. */
const STARTING_STATUSES: readonly EncodingStatus[] = [
  "restart",
  "uploading",
  "waiting_for_encoding",
  "to_encode",
];
const RUNNING_STATUSES: readonly EncodingStatus[] = ["encoding", "segmented"];

/** @example liveStageOf({ encodingStatus: "encoding", live: { ...live, state: "lost" } }, nowMs) // "interrupted" */
export function liveStageOf(video: LiveStageSubject, nowMs: number): LiveStage {
  const { encodingStatus, live } = video;
  if (encodingStatus === "error") return "error";
  if (encodingStatus === "to_stop") return "stopping";
  if (live?.state === "connecting") return "starting";
  if (live?.state === "live") return "onAir";
  if (live?.state === "lost") return live.isSignedOff ? "ending" : "interrupted";
  if (STARTING_STATUSES.includes(encodingStatus)) return "starting";
  if (!live) return RUNNING_STATUSES.includes(encodingStatus) ? "onAir" : "ended";
  if (!live.isOpen) return "ended";
  // A start date in the future applies even if the live was already on air, for example in a test.
  if (isAhead(video.startDate, nowMs)) return "scheduled";
  if (live.state === "ended") return "ended";
  // The server keeps requesting a live from its URL, so the live is starting rather than waiting.
  return video.liveType === "custom" ? "starting" : "waiting";
}

const isAhead = (date: string | null | undefined, nowMs: number): boolean =>
  typeof date === "string" && Date.parse(date) > nowMs;
