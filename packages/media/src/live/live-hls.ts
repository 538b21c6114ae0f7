import type { LiveSegment } from "@shoal/contract/ingest";
import { initUri } from "../playlists/hls.ts";
import { formatAttributes, quoteString } from "../playlists/hls-attributes.ts";
import { durationOf } from "./live-media.ts";
import type { LiveWindow } from "./live-window.ts";

/** The distance of players from the end of the playlist: at least three part targets and three target durations (RFC 8216bis 4.4.3.8). */
const HOLD_BACK_TARGETS = 3;
/** The distance of the skip boundary from the end: at least six target durations. */
const SKIP_TARGETS = 6;
/** The distance from the end within which parts are listed: three target durations. */
const PARTS_TARGETS = 3;

export interface LivePlaylistOptions {
  /** Whether the reload omits what the client already has (`_HLS_skip`). */
  isDelta?: boolean;
}

/** Returns the name of a part relative to its playlist, as in `packages/p2p`. */
const partUri = (number: number, part: number) => `${number}.${part}.m4s`;

/** Writes the current media playlist of one rendition. */
export function writeLivePlaylist(
  window: LiveWindow,
  trackId: string,
  { isDelta = false }: LivePlaylistOptions = {},
): string {
  const { listed, options } = window;
  const skipped = isDelta ? countSkipped(window, trackId) : 0;
  const firstSegment = listed[0] ?? window.open;
  return `${[
    "#EXTM3U",
    "#EXT-X-VERSION:9",
    `#EXT-X-TARGETDURATION:${options.targetDurationSec}`,
    serverControl(window),
    `#EXT-X-PART-INF:PART-TARGET=${formatDecimals(options.partTargetSec)}`,
    `#EXT-X-MEDIA-SEQUENCE:${firstSegment?.number ?? window.nextNumber}`,
    `#EXT-X-DISCONTINUITY-SEQUENCE:${firstSegment ? removedDiscontinuities(firstSegment) : 0}`,
    "#EXT-X-INDEPENDENT-SEGMENTS",
    ...(options.seekBackSec === "all" ? ["#EXT-X-PLAYLIST-TYPE:EVENT"] : []),
    ...(skipped > 0 ? [`#EXT-X-SKIP:SKIPPED-SEGMENTS=${skipped}`] : []),
    ...listedLines(window, trackId, skipped),
    ...(window.isEnded ? ["#EXT-X-ENDLIST"] : [preloadHint(window), ...renditionReports(window, trackId)]),
  ].join("\n")}\n`;
}

function serverControl({ options: { partTargetSec, targetDurationSec } }: LiveWindow): string {
  return `#EXT-X-SERVER-CONTROL:${formatAttributes({
    "CAN-BLOCK-RELOAD": "YES",
    "CAN-SKIP-UNTIL": formatDecimals(SKIP_TARGETS * targetDurationSec),
    "HOLD-BACK": formatDecimals(HOLD_BACK_TARGETS * targetDurationSec),
    "PART-HOLD-BACK": formatDecimals(HOLD_BACK_TARGETS * partTargetSec),
  })}`;
}

/** Counts the removed discontinuities: a tag is removed together with the segment it precedes. */
const removedDiscontinuities = ({ period, isFirstOfPeriod }: LiveSegment) =>
  isFirstOfPeriod ? Math.max(0, period.order - 1) : period.order;

/** Counts the segments that lie wholly before the skip boundary. */
function countSkipped({ listed, open, options }: LiveWindow, trackId: string): number {
  let fromEndSec = durationOf(open?.media[trackId]);
  let kept = 0;
  for (const { media } of listed.toReversed()) {
    if (fromEndSec >= SKIP_TARGETS * options.targetDurationSec) break;
    fromEndSec += durationOf(media[trackId]);
    kept += 1;
  }
  return listed.length - kept;
}

function listedLines({ listed, open, options }: LiveWindow, trackId: string, skipped: number): string[] {
  let toEndSec = durationOf(open?.media[trackId]);
  const blocks = open ? [segmentLines(open, trackId, { hasParts: true, isFirst: listed.length === 0 })] : [];
  for (const [order, segment] of [...listed.entries()].slice(skipped).toReversed()) {
    const hasParts = toEndSec < PARTS_TARGETS * options.targetDurationSec;
    blocks.push(segmentLines(segment, trackId, { hasParts, isFirst: order === 0 }));
    toEndSec += durationOf(segment.media[trackId]);
  }
  return blocks.reverse().flat();
}

function segmentLines(
  { number, period, isFirstOfPeriod, programDateTimeMs, media }: LiveSegment,
  trackId: string,
  { hasParts, isFirst }: { hasParts: boolean; isFirst: boolean },
): string[] {
  const own = media[trackId];
  const isComplete = own?.sha256 !== undefined;
  return [
    ...(isFirstOfPeriod && period.order > 0 ? ["#EXT-X-DISCONTINUITY"] : []),
    ...(isFirst || isFirstOfPeriod ? [`#EXT-X-MAP:URI=${quoteString(initUri(period.initNumber))}`] : []),
    `#EXT-X-PROGRAM-DATE-TIME:${new Date(programDateTimeMs).toISOString()}`,
    ...(hasParts ? (own?.parts ?? []).map((part, at) => partLine(part, partUri(number, at))) : []),
    ...(isComplete ? [`#EXTINF:${formatDecimals(durationOf(own))},`, `${number}.m4s`] : []),
  ];
}

function partLine(
  { durationSec, isIndependent }: { durationSec: number; isIndependent: boolean },
  uri: string,
): string {
  return `#EXT-X-PART:${formatAttributes({
    DURATION: formatDecimals(durationSec),
    URI: quoteString(uri),
    INDEPENDENT: isIndependent ? "YES" : undefined,
  })}`;
}

function preloadHint({ hint }: LiveWindow): string {
  return `#EXT-X-PRELOAD-HINT:TYPE=PART,URI=${quoteString(partUri(hint.number, hint.part))}`;
}

/** Reports the position of the other renditions, so a player can switch without reloading a playlist first. */
function renditionReports({ open, listed, options }: LiveWindow, trackId: string): string[] {
  const last = open ?? listed.at(-1);
  if (!last) return [];
  return options.tracks
    .filter(({ id }) => id !== trackId)
    .map(
      ({ id }) =>
        `#EXT-X-RENDITION-REPORT:${formatAttributes({
          URI: quoteString(`../${id}/index.m3u8`),
          "LAST-MSN": `${last.number}`,
          "LAST-PART": `${(last.media[id]?.parts.length ?? 1) - 1}`,
        })}`,
    );
}

const formatDecimals = (seconds: number) => `${Number(seconds.toFixed(6))}`;
