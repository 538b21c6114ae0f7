import { type PlaybackTrack, SEGMENT_SEC, type Segment, type SegmentIndex } from "@shoal/contract";
import { initUri } from "./hls.ts";
import { contiguousSegments, publishedEndSec } from "./segment-index.ts";

/** Holds whole frames of every usual rate and of 48 kHz AAC without rounding. */
const TIMESCALE = 90_000;
/** Growing manifests have no wall clock of their own: every listed segment is available since ever. */
const AVAILABLE_SINCE = "1970-01-01T00:00:00Z";

export interface DashTrack {
  track: PlaybackTrack;
  index: SegmentIndex;
}

export interface DashOptions {
  /** Nothing more comes for the video as a whole. */
  isEnded: boolean;
  /** Length of the whole video where it is known; otherwise that of the longest track. */
  durationSec?: number | null;
}

/**
 * The DASH manifest (`manifest.mpd`): static when every track has ended, dynamic while one grows. Tracks without a
 * segment are left out. URIs are relative: `v0/12.m4s`, `v0/init.m4s`.
 */
export function writeDashManifest(tracks: readonly DashTrack[], options: DashOptions): string {
  const listed = tracks.filter(({ index }) => contiguousSegments(index).length > 0);
  const isStatic = options.isEnded && listed.every(({ index }) => index.isEnded);
  const endSec = Math.max(0, ...listed.map(({ index }) => publishedEndSec(index)));
  const video = listed.filter(({ track }) => track.kind === "video");
  const audio = listed.filter(({ track }) => track.kind === "audio");
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    openTag("MPD", {
      xmlns: "urn:mpeg:dash:schema:mpd:2011",
      profiles: "urn:mpeg:dash:profile:isoff-live:2011",
      minBufferTime: "PT4S",
      ...(isStatic ? staticAttributes(options.durationSec ?? endSec) : dynamicAttributes(endSec)),
    }),
    ...periodStarts(video[0] ?? audio[0]).flatMap((period) => [
      ` ${openTag("Period", { id: `${period.order}`, start: duration(period.startSec) })}`,
      ...adaptationSet("video", video, period),
      ...audio.flatMap((each) => adaptationSet("audio", [each], period)),
      " </Period>",
    ]),
    "</MPD>",
    "",
  ].join("\n");
}

/** A stretch of the video that was encoded in one go. */
interface Period {
  order: number;
  startSec: number;
}

/** Each seam begins a period, as in HLS a discontinuity; tracks have theirs at the same times. */
function periodStarts(track: DashTrack | undefined): Period[] {
  const seams = track
    ? contiguousSegments(track.index).filter(({ isSeam, number }) => isSeam && number > 0)
    : [];
  return [0, ...seams.map(({ startSec }) => startSec)].map((startSec, order) => ({ order, startSec }));
}

/** The segments of a period: those between one seam of the track and the next. */
function segmentsIn({ index }: DashTrack, { order }: Period): Segment[] {
  let current = 0;
  return contiguousSegments(index).filter(({ isSeam, number }) => {
    if (isSeam && number > 0) current += 1;
    return current === order;
  });
}

const staticAttributes = (durationSec: number) => ({
  type: "static",
  mediaPresentationDuration: duration(durationSec),
});

/** The delay is all there is so far, so that a player begins at the beginning and not at the end. */
const dynamicAttributes = (endSec: number) => ({
  type: "dynamic",
  availabilityStartTime: AVAILABLE_SINCE,
  publishTime: AVAILABLE_SINCE,
  minimumUpdatePeriod: duration(SEGMENT_SEC / 2),
  suggestedPresentationDelay: duration(endSec),
});

function adaptationSet(kind: "video" | "audio", tracks: readonly DashTrack[], period: Period): string[] {
  const members = tracks.filter((track) => segmentsIn(track, period).length > 0);
  if (members.length === 0) return [];
  const language = members[0]?.track.language ?? undefined;
  return [
    `  ${openTag("AdaptationSet", {
      contentType: kind,
      mimeType: `${kind}/mp4`,
      segmentAlignment: "true",
      startWithSAP: "1",
      lang: kind === "audio" && language !== "und" ? language : undefined,
    })}`,
    ...members.flatMap((member) => representation(member, period)),
    "  </AdaptationSet>",
  ];
}

function representation(member: DashTrack, period: Period): string[] {
  const { track, index } = member;
  const segments = segmentsIn(member, period);
  const { mediaOffsetSec = 0 } = index;
  // Times inside the segments at which the period begins.
  const offset = Math.round((period.startSec + mediaOffsetSec) * TIMESCALE);
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
      timescale: `${TIMESCALE}`,
      presentationTimeOffset: offset === 0 ? undefined : `${offset}`,
      startNumber: `${segments[0]?.number ?? 0}`,
      initialization: `${track.id}/${initUri(segments[0]?.initNumber)}`,
      media: `${track.id}/$Number$.m4s`,
    })}`,
    "     <SegmentTimeline>",
    ...timeline(segments, mediaOffsetSec),
    "     </SegmentTimeline>",
    "    </SegmentTemplate>",
    "   </Representation>",
  ];
}

/** Edges are rounded, not durations, so that rounding never adds up; equal neighbours share one line. */
function timeline(segments: readonly Segment[], offsetSec: number): string[] {
  const runs: { t: number; d: number; count: number }[] = [];
  for (const { startSec, durationSec } of segments) {
    const t = Math.round((startSec + offsetSec) * TIMESCALE);
    const d = Math.round((startSec + offsetSec + durationSec) * TIMESCALE) - t;
    const last = runs.at(-1);
    if (last && last.d === d && last.t + last.d * last.count === t) last.count += 1;
    else runs.push({ t, d, count: 1 });
  }
  return runs.map(({ t, d, count }) => `      <S t="${t}" d="${d}"${count > 1 ? ` r="${count - 1}"` : ""}/>`);
}

/** NTSC rates are written as the fraction they are: 29.97 is 30000/1001. */
function frameRate(fps: number): string {
  const whole = Math.round(fps);
  if (Math.abs(fps - whole) < 1e-6) return `${whole}`;
  const ntsc = Math.round(fps * 1.001);
  if (Math.abs(fps - (ntsc * 1000) / 1001) < 1e-3) return `${ntsc * 1000}/1001`;
  return `${Math.round(fps * 1000)}/1000`;
}

const duration = (seconds: number) => `PT${Number(seconds.toFixed(3))}S`;

function openTag(name: string, attributes: Record<string, string | undefined>): string {
  const pairs = Object.entries(attributes).filter((pair): pair is [string, string] => pair[1] !== undefined);
  return `<${name}${pairs.map(([key, value]) => ` ${key}="${escaped(value)}"`).join("")}>`;
}

const escaped = (text: string) =>
  text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");
