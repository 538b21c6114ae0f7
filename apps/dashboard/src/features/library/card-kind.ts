import type { VideoView } from "@shoal/contract";
import { canStop } from "@shoal/domain";

/** What a card holds, each in its colour, in the order of the legend (§2). */
export const CARD_KINDS = [
  "ongoingLive",
  "stoppedLive",
  "vod",
  "archive",
  "cut",
  "liveWithArchives",
  "vodWithCuts",
  "archiveWithCuts",
] as const;
export type CardKind = (typeof CARD_KINDS)[number];

/** The kind of a video's card. */
export function cardKindOf(
  video: Pick<VideoView, "type" | "encodingStatus" | "inAndOutOrigin" | "videoInAndOutSize">,
): CardKind {
  // One that is being stopped has not ended yet.
  const isOngoing = canStop({ encodingStatus: video.encodingStatus }) || video.encodingStatus === "to_stop";
  if (video.type === "live") return isOngoing ? "ongoingLive" : "stoppedLive";
  if (video.inAndOutOrigin) return "cut";
  return video.videoInAndOutSize > 0 ? "vodWithCuts" : "vod";
}

/** The colour of a kind, as the theme has it. @example kindColourOf("vodWithCuts") // "var(--shoal-card-vod-with-cuts)" */
export const kindColourOf = (kind: CardKind): string =>
  `var(--shoal-card-${kind.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)})`;
