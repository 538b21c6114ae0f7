import { hashText } from "@shoal/p2p/scheduler";

/** The video that all viewers watch. */
export interface Media {
  segmentSec: number;
  kbps: number;
  isLive: boolean;
  /** The number of segments of a VOD. A live continues without an end. */
  count: number;
}

export const segmentName = (number: number): string => `sim/1/v0/${number}`;
export const parseSegmentNumber = (segment: string): number =>
  Number(segment.slice(segment.lastIndexOf("/") + 1));

/** Returns the size of a segment, which varies by ±25 % like the output of an encoder that limits its rate. */
export function sizeOf(media: Media, segment: string): number {
  const mean = (media.kbps * 1000 * media.segmentSec) / 8;
  return Math.round(mean * (0.75 + (hashText(segment) / 0x1_0000_0000) * 0.5));
}

/** Returns the newest published segment of a live. A segment is published once its last frame exists. */
export function newestSegmentAt(media: Media, nowMs: number): number {
  return media.isLive ? Math.floor(nowMs / (media.segmentSec * 1000)) - 1 : media.count - 1;
}
