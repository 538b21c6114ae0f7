import { initUri } from "./hls.ts";

/** The ticks per second. They represent whole frames of every usual rate, and of 48 kHz AAC, without rounding. */
const DASH_TIMESCALE = 90_000;

/** A section of the video encoded by one encoder run. */
export interface DashPeriod {
  order: number;
  startSec: number;
  endSec: number;
  /** The time inside the leading track's first segment at which it starts. */
  mediaTimeSec: number;
}

/** The start of a segment and its length. */
interface TimelineEntry {
  startSec: number;
  durationSec: number;
}

/** Writes a timeline. Equal neighbours share a line. Edges are rounded instead of durations, so rounding errors never add up. */
export function writeTimeline(segments: readonly TimelineEntry[], offsetSec: number): string[] {
  const runs: { t: number; d: number; count: number }[] = [];
  for (const { startSec, durationSec } of segments) {
    const t = Math.round((startSec + offsetSec) * DASH_TIMESCALE);
    const d = Math.round((startSec + offsetSec + durationSec) * DASH_TIMESCALE) - t;
    const last = runs.at(-1);
    if (last && last.d === d && last.t + last.d * last.count === t) last.count += 1;
    else runs.push({ t, d, count: 1 });
  }
  return runs.map(({ t, d, count }) => `      <S t="${t}" d="${d}"${count > 1 ? ` r="${count - 1}"` : ""}/>`);
}

/** A rendition in a manifest. */
interface NamedTrack {
  id: string;
  codecs: string;
  bandwidthBps: number;
  width: number | null;
  height: number | null;
  fps: number | null;
}

interface ListedSegments {
  /** The time inside the segments at which their period starts. */
  mediaTimeSec: number;
  startNumber: number;
  initNumber: number | undefined;
  /** The timeline of the segments, as written by `writeTimeline`. */
  lines: readonly string[];
}

/** Writes one rendition in one period, with numbered segments. */
export function writeRepresentation(track: NamedTrack, segments: ListedSegments): string[] {
  const offset = Math.round(segments.mediaTimeSec * DASH_TIMESCALE);
  return [
    `   ${openTag("Representation", {
      id: track.id,
      codecs: track.codecs,
      bandwidth: `${track.bandwidthBps}`,
      width: track.width === null ? undefined : `${track.width}`,
      height: track.height === null ? undefined : `${track.height}`,
      frameRate: track.fps === null ? undefined : frameRate(track.fps),
    })}`,
    `    ${openTag("SegmentTemplate", {
      timescale: `${DASH_TIMESCALE}`,
      presentationTimeOffset: offset === 0 ? undefined : `${offset}`,
      startNumber: `${segments.startNumber}`,
      initialization: `${track.id}/${initUri(segments.initNumber)}`,
      media: `${track.id}/$Number$.m4s`,
    })}`,
    "     <SegmentTimeline>",
    ...segments.lines,
    "     </SegmentTimeline>",
    "    </SegmentTemplate>",
    "   </Representation>",
  ];
}

/** Writes a frame rate, NTSC rates as fractions: 29.97 is 30000/1001. */
function frameRate(fps: number): string {
  const whole = Math.round(fps);
  if (Math.abs(fps - whole) < 1e-6) return `${whole}`;
  const ntsc = Math.round(fps * 1.001);
  if (Math.abs(fps - (ntsc * 1000) / 1001) < 1e-3) return `${ntsc * 1000}/1001`;
  return `${Math.round(fps * 1000)}/1000`;
}

/** @example formatDuration(1.5) // "PT1.5S" */
export const formatDuration = (seconds: number) => `PT${Number(seconds.toFixed(3))}S`;

/** Writes an opening tag; attributes without a value are omitted. */
export function openTag(name: string, attributes: Record<string, string | undefined>): string {
  const pairs = Object.entries(attributes).filter((pair): pair is [string, string] => pair[1] !== undefined);
  return `<${name}${pairs.map(([key, value]) => ` ${key}="${escapeAttribute(value)}"`).join("")}>`;
}

export const escapeAttribute = (text: string) =>
  text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");
