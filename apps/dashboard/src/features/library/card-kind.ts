import type { VideoView } from "@shoal/contract";
import { canStop } from "@shoal/domain";

/** The kinds of cards, each with its colour, in the order of the legend (§2). */
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

type KindFacts = Pick<
  VideoView,
  "type" | "encodingStatus" | "archive" | "archivesFromLiveSize" | "inAndOutOrigin" | "videoInAndOutSize"
>;

/** Returns how a video's card is labelled, such as live or VOD. A running live is shown as live, even if it has recordings. */
export function cardKindOf(video: KindFacts): CardKind {
  if (video.type === "live") return liveKindOf(video);
  const hasCuts = video.videoInAndOutSize > 0;
  if (video.archive) return hasCuts ? "archiveWithCuts" : "archive";
  if (video.inAndOutOrigin) return "cut";
  return hasCuts ? "vodWithCuts" : "vod";
}

function liveKindOf({ encodingStatus, archivesFromLiveSize }: KindFacts): CardKind {
  // A live that is being stopped is still ongoing.
  const isOngoing = canStop({ encodingStatus }) || encodingStatus === "to_stop";
  if (isOngoing) return "ongoingLive";
  return archivesFromLiveSize > 0 ? "liveWithArchives" : "stoppedLive";
}

/** Returns the number of recordings or cuts nested under a video. */
export const childCountOf = (video: Pick<VideoView, "archivesFromLiveSize" | "videoInAndOutSize">): number =>
  video.archivesFromLiveSize + video.videoInAndOutSize;

/** Returns the text key for the number of a video's nested videos. */
export const childrenTextOf = ({ type }: Pick<VideoView, "type">) =>
  type === "live" ? "nested.recordings" : "nested.cuts";

/** Returns the colour of a kind in the theme. @example kindColourOf("vodWithCuts") // "var(--shoal-card-vod-with-cuts)" */
export const kindColourOf = (kind: CardKind): string =>
  `var(--shoal-card-${kind.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)})`;
