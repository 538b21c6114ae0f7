import { hashText } from "@shoal/p2p/scheduler";

/** The video that everyone watches. */
export interface Media {
  segmentSec: number;
  kbps: number;
  isLive: boolean;
  /** Segments of a VOD; a live goes on. */
  count: number;
}

export const segmentName = (number: number): string => `sim/1/v0/${number}`;
export const numberOf = (segment: string): number => Number(segment.slice(segment.lastIndexOf("/") + 1));

/** Lengths vary as those of an encoder with a bounded rate do: ±25 %. */
export function sizeOf(media: Media, segment: string): number {
  const mean = (media.kbps * 1000 * media.segmentSec) / 8;
  return Math.round(mean * (0.75 + (hashText(segment) / 0x1_0000_0000) * 0.5));
}

/** The newest published segment of a live; it is published when its last frame is there. */
export function newestAt(media: Media, nowMs: number): number {
  return media.isLive ? Math.floor(nowMs / (media.segmentSec * 1000)) - 1 : media.count - 1;
}
