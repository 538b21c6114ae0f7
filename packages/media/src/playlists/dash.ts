import { SEGMENT_SEC } from "@shoal/contract";
import type { PlaybackTrack } from "@shoal/contract/edge";
import type { Segment, SegmentIndex } from "@shoal/contract/stored-data";
import type { ListedCaptions } from "./captions.ts";
import { dashCaptions } from "./dash-captions.ts";
import { type DashPeriod, formatDuration, openTag, writeRepresentation, writeTimeline } from "./dash-xml.ts";
import { contiguousSegments, publishedEndSec } from "./segment-index.ts";

/**
 * The tolerance for the start of audio. Audio starts at a frame, up to this much after the start of its period. Without the
 * tolerance, dash.js would wait forever for audio in the gap.
 */
const SNAP_TOLERANCE_SEC = 0.05;
/**
 * The minimum length of the last period. dash.js treats a period that ends less than a second before the end as the last one, and
 * stops at its end.
 */
const LAST_PERIOD_MIN_SEC = 1.001;
/**
 * The announced time beyond the last sample. dash.js checks every 200 ms whether the announced end is reached. If it detects the
 * end before the media element has ended, it stops half a second early.
 */
const END_MARGIN_SEC = 0.01;
/** The availability start of dynamic manifests, which have no real wall clock: every listed segment has always been available. */
const AVAILABILITY_START = "1970-01-01T00:00:00Z";
/**
 * A window that is longer than any video, but shorter than the time since `AVAILABILITY_START`. Without a window, dash.js starts at
 * the wall clock's position, half a century after the end. With one, it plays what is listed.
 */
const LISTED_WINDOW_SEC = 1_000 * 86_400;

export interface DashTrack {
  track: PlaybackTrack;
  index: SegmentIndex;
}

export interface DashOptions {
  /** Whether the video is complete. */
  isEnded: boolean;
  /** The length of the complete video if it is known, and otherwise the length of the longest track. */
  durationSec?: number | null;
  captions?: readonly ListedCaptions[];
}

/**
 * Writes the DASH manifest (`manifest.mpd`). It is static once every track has ended, and dynamic while a track is still being
 * encoded. Tracks without a segment are omitted. URIs are relative: `v0/12.m4s`, `v0/init.m4s`.
 */
export function writeDashManifest(tracks: readonly DashTrack[], options: DashOptions): string {
  const listed = tracks.map(listedTrack).filter(({ stretches }) => stretches.length > 0);
  const isStatic = options.isEnded && listed.every(({ index }) => index.isEnded);
  const endSec = Math.max(0, ...listed.map(({ index }) => publishedEndSec(index)));
  const video = listed.filter(({ track }) => track.kind === "video");
  const audio = listed.filter(({ track }) => track.kind === "audio");
  const periods = periodsOf(video[0] ?? audio[0], options.durationSec ?? endSec);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    openTag("MPD", {
      xmlns: "urn:mpeg:dash:schema:mpd:2011",
      profiles: "urn:mpeg:dash:profile:isoff-live:2011",
      minBufferTime: "PT4S",
      ...(isStatic ? staticAttributes(periods, endSec) : dynamicAttributes(endSec)),
    }),
    ...periods.flatMap((period) => [
      ` ${openTag("Period", { id: `${period.order}`, start: formatDuration(period.startSec) })}`,
      ...adaptationSet("video", video, period),
      ...audio.flatMap((each) => adaptationSet("audio", [each], period)),
      ...(options.captions ?? []).flatMap((each) =>
        dashCaptions(each, periods.length === 1 ? undefined : period),
      ),
      " </Period>",
    ]),
    "</MPD>",
    "",
  ].join("\n");
}

/** A track with its segments from seam to seam. */
interface ListedTrack extends DashTrack {
  stretches: Segment[][];
}

const listedTrack = (each: DashTrack): ListedTrack => ({ ...each, stretches: stretchesOf(each.index) });

/** Lists the periods of a track. Each seam starts one, like a discontinuity in HLS. All tracks have their seams at the same times. */
function periodsOf(track: ListedTrack | undefined, durationSec: number): DashPeriod[] {
  const stretches = track?.stretches ?? [[]];
  const startOf = (order: number) => (order === 0 ? 0 : stretches[order]?.[0]?.startSec);
  return stretches.map((_, order) => {
    const startSec = startOf(order) ?? 0;
    const mediaTimeSec = startSec + (track ? mediaOffsetOf(track, order) : 0);
    return { order, startSec, endSec: startOf(order + 1) ?? durationSec, mediaTimeSec };
  });
}

/** Returns the media times of a section minus the video's times. */
const mediaOffsetOf = ({ stretches, index }: ListedTrack, order: number): number =>
  stretches[order]?.[0]?.mediaOffsetSec ?? index.mediaOffsetSec ?? 0;

function stretchesOf(index: SegmentIndex): Segment[][] {
  const stretches: Segment[][] = [];
  for (const segment of contiguousSegments(index)) {
    const last = stretches.at(-1);
    if (last && !segment.isSeam) last.push(segment);
    else stretches.push([segment]);
  }
  return stretches;
}

const segmentsIn = ({ stretches }: ListedTrack, { order }: DashPeriod): Segment[] => stretches[order] ?? [];

/**
 * Lists the periods of a manifest.
 * @param tracks the listed tracks.
 * @param durationSec the length of the whole video.
 */
export function listPeriods(tracks: readonly DashTrack[], durationSec: number): DashPeriod[] {
  const leading = tracks.find(({ track }) => track.kind === "video") ?? tracks[0];
  return periodsOf(leading && listedTrack(leading), durationSec);
}

/**
 * Returns the attributes of a static manifest. Players learn the exact length from the media once they have the last segment.
 */
function staticAttributes(periods: readonly DashPeriod[], mediaEndSec: number) {
  const { order = 0, startSec = 0, endSec = 0 } = periods.at(-1) ?? {};
  const lastSec = order === 0 ? 0 : LAST_PERIOD_MIN_SEC;
  const lengthSec = Math.max(Math.max(endSec, mediaEndSec) + END_MARGIN_SEC, startSec + lastSec);
  return { type: "static", mediaPresentationDuration: formatDuration(lengthSec) };
}

/**
 * Returns the attributes of a dynamic manifest. The presentation delay covers everything published so far, so players start at the
 * beginning.
 */
const dynamicAttributes = (endSec: number) => ({
  type: "dynamic",
  availabilityStartTime: AVAILABILITY_START,
  publishTime: AVAILABILITY_START,
  minimumUpdatePeriod: formatDuration(SEGMENT_SEC / 2),
  timeShiftBufferDepth: formatDuration(LISTED_WINDOW_SEC),
  suggestedPresentationDelay: formatDuration(endSec),
});

function adaptationSet(
  kind: "video" | "audio",
  tracks: readonly ListedTrack[],
  period: DashPeriod,
): string[] {
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
    ...members.flatMap((member) => listRepresentation(member, period)),
    "  </AdaptationSet>",
  ];
}

function listRepresentation(member: ListedTrack, period: DashPeriod): string[] {
  const segments = segmentsIn(member, period);
  const mediaOffsetSec = mediaOffsetOf(member, period.order);
  return writeRepresentation(member.track, {
    mediaTimeSec: period.startSec + mediaOffsetSec,
    startNumber: segments[0]?.number ?? 0,
    initNumber: segments[0]?.initNumber,
    lines: writeTimeline(snapFirstSegment(segments, period), mediaOffsetSec),
  });
}

/** Returns the segments with the first one extended to the beginning of the period. */
function snapFirstSegment([first, ...others]: readonly Segment[], { startSec }: DashPeriod): Segment[] {
  if (!first) return [];
  const lateSec = first.startSec - startSec;
  if (Math.abs(lateSec) > SNAP_TOLERANCE_SEC) return [first, ...others];
  return [{ ...first, startSec, durationSec: first.durationSec + lateSec }, ...others];
}
