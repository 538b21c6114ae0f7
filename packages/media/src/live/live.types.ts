import type { ByteRange } from "@shoal/contract";
import type { ListedTrack } from "../playlists/hls.ts";

/** A rendition of a live: picture or sound. */
export type LiveTrack = ListedTrack;

/** `packages/p2p` numbers the parts of a segment with two digits. */
export const PARTS_MAX = 100;

/** Some frames of one rendition: `moof` + `mdat`. The parts of a segment follow one another in one object. */
export interface LivePart {
  durationSec: number;
  /** It begins with a frame that needs no other. */
  isIndependent: boolean;
  /** When its first frame is shown, on the clock of the media. */
  mediaTimeSec: number;
  range: ByteRange;
}

/** What all renditions gave for the same stretch of time. */
export interface LiveStep {
  /** When it was filmed. */
  programDateTimeMs: number;
  /** By rendition. */
  parts: Readonly<Record<string, LivePart>>;
  /** The init segments from here on, by rendition: of the first step, and wherever an encoder began anew. */
  inits?: Readonly<Record<string, ByteRange>>;
}

/** A stretch that one encoder made in one go. */
export interface LivePeriod {
  /** Discontinuities before it. */
  order: number;
  programDateTimeMs: number;
  /** When its picture begins, on the clock of its media. */
  mediaTimeSec: number;
  initNumber: number;
}

/** What one rendition has of a segment. */
export interface LiveMedia {
  parts: LivePart[];
  /** Of the whole segment; undefined while it grows. */
  sha256: string | undefined;
}

/** The same time in all renditions. */
export interface LiveSegment {
  number: number;
  programDateTimeMs: number;
  period: LivePeriod;
  /** The period begins with it. */
  isFirstOfPeriod: boolean;
  /** By rendition. */
  media: Readonly<Record<string, LiveMedia>>;
}

/** A feeder broke the rules of a window. */
export class LiveFeedError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "LiveFeedError";
  }
}

export const durationOf = (media: LiveMedia | undefined): number =>
  (media?.parts ?? []).reduce((sum, { durationSec }) => sum + durationSec, 0);

/** The bytes of all parts so far. Undefined when there are none. */
export function wholeRange(media: LiveMedia | undefined): ByteRange | undefined {
  const [first] = media?.parts ?? [];
  if (!media || !first) return undefined;
  const length = media.parts.reduce((sum, { range }) => sum + range.length, 0);
  return { ...first.range, length, sha256: media.sha256 ?? "" };
}
