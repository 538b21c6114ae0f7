import type { LiveSegment } from "@shoal/contract/ingest";
import type { ListedTrack } from "@shoal/contract/stored-data";
import { durationOf } from "./live-media.ts";
import type { LiveWindow } from "./live-window.ts";

/**
 * The share of the usual length below which a segment is not measured: such segments are starts and ends, whose bitrate is not
 * representative.
 */
const SHORT_SHARE = 0.5;

/**
 * Returns the renditions of a live as listed in playlists. The bit rate of a passthrough rendition is unknown in advance: it is
 * measured on listed segments; until there is one, the plan's value is used.
 */
export const measuredTracks = ({ options, listed }: Pick<LiveWindow, "options" | "listed">): ListedTrack[] =>
  options.tracks.map((track) =>
    track.isCopied ? { ...track, ...measureBandwidths(track.id, listed) } : track,
  );

function measureBandwidths(
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
