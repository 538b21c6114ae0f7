import type { EncodingStatus, VideoView } from "@shoal/contract";

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
 * Where a video stands that plays as a live, or will.
 * @returns undefined when it does not, or is over.
 */
export function simulatedLiveStateOf(
  vodToLive: VideoView["vodToLive"],
  nowMs: number,
): "planned" | "running" | undefined {
  if (!vodToLive || Date.parse(vodToLive.endDate) <= nowMs) return undefined;
  return Date.parse(vodToLive.startDate) > nowMs ? "planned" : "running";
}
