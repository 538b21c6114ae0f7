import type { LiveSegment } from "@shoal/contract/ingest";
import type { ListedTrack } from "@shoal/contract/storage";
import { durationOf } from "./live-media.ts";
import type { LiveWindow } from "./live-window.ts";

/** Shorter segments are beginnings and ends: their bit rate says nothing of the others. */
const SHORT_SHARE = 0.5;

/**
 * The renditions of a live as its lists name them. How heavy one is that is copied nobody knows before it has come: it is
 * measured on the segments that are listed, and is what the plan says before there is one.
 */
export const measuredTracks = ({ options, listed }: Pick<LiveWindow, "options" | "listed">): ListedTrack[] =>
  options.tracks.map((track) => (track.isCopied ? { ...track, ...measure(track.id, listed) } : track));

function measure(
  id: string,
  listed: readonly LiveSegment[],
): Partial<Pick<ListedTrack, "bandwidthBps" | "averageBandwidthBps">> {
  const segments = listed.map(({ media }) => ({
    bits: (media[id]?.parts ?? []).reduce((sum, { range }) => sum + range.length * 8, 0),
    sec: durationOf(media[id]),
  }));
  const longestSec = Math.max(0, ...segments.map(({ sec }) => sec));
  const rates = segments
    .filter(({ sec }) => sec > 0 && sec >= longestSec * SHORT_SHARE)
    .map(({ bits, sec }) => bits / sec);
  if (rates.length === 0) return {};
  const bits = segments.reduce((sum, segment) => sum + segment.bits, 0);
  const sec = segments.reduce((sum, segment) => sum + segment.sec, 0);
  return {
    bandwidthBps: Math.ceil(Math.max(...rates)),
    averageBandwidthBps: Math.ceil(bits / sec),
  };
}
