import type {
  EncodingStatus,
  LiveDelay,
  LiveFault,
  LiveState,
  VideoErrorType,
  VideoView,
} from "@shoal/contract";

/**
 * - `idle`: nobody has published yet.
 * - `connecting`: a publisher is there; nothing can be watched yet.
 * - `lost`: there was something to watch, and nothing comes any more; who returns goes on with it.
 */
const MOVES: Readonly<Record<LiveState, readonly LiveState[]>> = {
  idle: ["connecting", "ended"],
  connecting: ["live", "ended"],
  live: ["lost", "ended"],
  lost: ["live", "ended"],
  ended: [],
};

/** @example canMoveLive("live", "lost") // true */
export const canMoveLive = (from: LiveState, to: LiveState): boolean => MOVES[from].includes(to);

/**
 * The status of a live's video (§4), as its state at the ingest is.
 * @example liveStatusOf("lost", null) // "encoding"
 */
export function liveStatusOf(state: LiveState, fault: LiveFault | null): EncodingStatus {
  if (state === "connecting") return "waiting_for_encoding";
  if (state === "live" || state === "lost") return "encoding";
  return fault === null ? "stopped" : "error";
}

/** The fault of a live as shown to its owner. @example liveErrorOf("encoder_failed") // "encoding_failed" */
export const liveErrorOf = (fault: LiveFault | null): VideoErrorType | null =>
  fault === "encoder_failed" ? "encoding_failed" : fault;

/** Someone publishes it, or may come back to it. */
export const isLiveRunning = (state: LiveState): boolean =>
  state === "connecting" || state === "live" || state === "lost";

/**
 * Whether nothing of a live comes to the server: its viewers have it from the page that films alone, and there is no archive.
 * @example isLiveUnrecorded({ delay: "no", isKept: false }) // true
 */
export const isLiveUnrecorded = ({ delay, isKept }: { delay: LiveDelay | null; isKept: boolean }): boolean =>
  delay === "no" && !isKept;

/** Whether a video can be played as a live: all of its media are there, and nothing more comes. */
export const canPlayAsLive = (video: {
  type: VideoView["type"];
  encodingStatus: EncodingStatus;
  isDeleted: boolean;
  duration: number | null;
}): boolean =>
  video.type === "vod" &&
  video.encodingStatus === "encoded" &&
  !video.isDeleted &&
  video.duration !== null &&
  video.duration > 0;

/**
 * The state of a video that plays as a live, or will.
 * @returns undefined if it does not, or is over.
 */
export function simulatedLiveStateOf(
  vodToLive: VideoView["vodToLive"],
  nowMs: number,
): "planned" | "running" | undefined {
  if (!vodToLive || Date.parse(vodToLive.endDate) <= nowMs) return undefined;
  return Date.parse(vodToLive.startDate) > nowMs ? "planned" : "running";
}
