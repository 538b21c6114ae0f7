import type {
  EncodingStatus,
  LiveDelay,
  LiveFault,
  LiveState,
  VideoErrorType,
  VideoView,
} from "@shoal/contract";

/**
 * - `idle`: nothing has been published yet.
 * - `connecting`: a publisher is connected, but nothing can be watched yet.
 * - `lost`: the signal stopped after playback was possible; a returning publisher continues the live.
 */
const ALLOWED_TRANSITIONS: Readonly<Record<LiveState, readonly LiveState[]>> = {
  idle: ["connecting", "ended"],
  connecting: ["live", "ended"],
  live: ["lost", "ended"],
  lost: ["live", "ended"],
  ended: [],
};

/** @example canMoveLive("live", "lost") // true */
export const canMoveLive = (from: LiveState, to: LiveState): boolean =>
  ALLOWED_TRANSITIONS[from].includes(to);

/**
 * Returns the status of a live's video (§4), derived from its state at the ingest.
 * @example liveStatusOf("lost", null) // "encoding"
 */
export function liveStatusOf(state: LiveState, fault: LiveFault | null): EncodingStatus {
  if (state === "connecting") return "waiting_for_encoding";
  if (state === "live" || state === "lost") return "encoding";
  return fault === null ? "stopped" : "error";
}

/** Returns the error of a live as shown to its owner. @example liveErrorOf("encoder_failed") // "encoding_failed" */
export const liveErrorOf = (fault: LiveFault | null): VideoErrorType | null =>
  fault === "encoder_failed" ? "encoding_failed" : fault;

/** Returns whether a publisher is connected, or may still return. */
export const isLiveRunning = (state: LiveState): boolean =>
  state === "connecting" || state === "live" || state === "lost";

/**
 * Returns whether the server receives no media of a live: viewers are connected directly to the publisher, and there is no archive.
 * @example isLiveUnrecorded({ delay: "no", isKept: false }) // true
 */
export const isLiveUnrecorded = ({ delay, isKept }: { delay: LiveDelay | null; isKept: boolean }): boolean =>
  delay === "no" && !isKept;

/** Returns whether a video can be played as a live: its media are complete and final. */
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
 * Returns the state of a video that plays, or will play, as a live.
 * @returns undefined if it does not play as a live, or no longer does.
 */
export function simulatedLiveStateOf(
  vodToLive: VideoView["vodToLive"],
  nowMs: number,
): "planned" | "running" | undefined {
  if (!vodToLive || Date.parse(vodToLive.endDate) <= nowMs) return undefined;
  return Date.parse(vodToLive.startDate) > nowMs ? "planned" : "running";
}
