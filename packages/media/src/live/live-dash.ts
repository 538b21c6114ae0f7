import type { LivePeriod, LiveSegment } from "@shoal/contract/ingest";
import type { ListedTrack } from "@shoal/contract/stored-data";
import { formatDuration, openTag, writeRepresentation, writeTimeline } from "../playlists/dash-xml.ts";
import { durationOf } from "./live-media.ts";
import type { LiveWindow } from "./live-window.ts";
import { measuredTracks } from "./measured-tracks.ts";

/** The number of target durations by which players stay behind the end of the last segment. */
const DELAY_TARGETS = 3;
/**
 * The tolerance for the start of audio. Audio starts at a frame, which may be this far from the start of its period. Without the
 * tolerance, dash.js would wait forever for audio in the gap.
 */
const SNAP_TOLERANCE_SEC = 0.05;

/** Writes the DASH manifest of a live: whole segments, with a period for each run of an encoder. */
export function writeLiveManifest(window: LiveWindow): string {
  const { targetDurationSec } = window.options;
  const tracks = measuredTracks(window);
  const periods = listPeriods(window.listed);
  const startedAtMs = window.startedAtMs ?? 0;
  const delaySec = DELAY_TARGETS * targetDurationSec;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    openTag("MPD", {
      xmlns: "urn:mpeg:dash:schema:mpd:2011",
      profiles: "urn:mpeg:dash:profile:isoff-live:2011",
      type: "dynamic",
      availabilityStartTime: new Date(startedAtMs).toISOString(),
      publishTime: new Date(endedAtMs(window)).toISOString(),
      minBufferTime: "PT2S",
      timeShiftBufferDepth: formatDuration(Math.max(window.listedSec, delaySec)),
      suggestedPresentationDelay: formatDuration(delaySec),
      ...(window.isEnded
        ? { mediaPresentationDuration: formatDuration((endedAtMs(window) - startedAtMs) / 1000) }
        : { minimumUpdatePeriod: formatDuration(targetDurationSec / 2) }),
    }),
    ...periods.flatMap(({ period, segments }) => [
      ` ${openTag("Period", { id: `${period.order}`, start: formatDuration((period.programDateTimeMs - startedAtMs) / 1000) })}`,
      ...adaptationSets(tracks, period, segments),
      " </Period>",
    ]),
    ' <UTCTiming schemeIdUri="urn:mpeg:dash:utc:http-head:2014" value="manifest.mpd"/>',
    "</MPD>",
    "",
  ].join("\n");
}

interface ListedPeriod {
  period: LivePeriod;
  segments: LiveSegment[];
}

function listPeriods(segments: readonly LiveSegment[]): ListedPeriod[] {
  const periods: ListedPeriod[] = [];
  for (const segment of segments) {
    const last = periods.at(-1);
    if (last?.period.order === segment.period.order) last.segments.push(segment);
    else periods.push({ period: segment.period, segments: [segment] });
  }
  return periods;
}

/** Returns when the last complete segment ends, in ms since 1970. */
function endedAtMs({ listed, options, startedAtMs = 0 }: LiveWindow): number {
  const last = listed.at(-1);
  if (!last) return startedAtMs;
  return last.programDateTimeMs + durationOf(last.media[options.tracks[0]?.id ?? ""]) * 1000;
}

function adaptationSets(
  tracks: readonly ListedTrack[],
  period: LivePeriod,
  segments: readonly LiveSegment[],
): string[] {
  const video = tracks.filter(({ kind }) => kind === "video");
  const audio = tracks.filter(({ kind }) => kind === "audio").map((track) => [track]);
  return [...(video.length > 0 ? [video] : []), ...audio].flatMap((members) => [
    `  ${openTag("AdaptationSet", {
      contentType: members[0]?.kind,
      mimeType: `${members[0]?.kind}/mp4`,
      segmentAlignment: "true",
      startWithSAP: "1",
      lang:
        members[0]?.kind === "audio" && members[0].language !== "und"
          ? (members[0].language ?? undefined)
          : undefined,
    })}`,
    ...members.flatMap((track) =>
      writeRepresentation(track, {
        mediaTimeSec: period.mediaTimeSec,
        startNumber: segments[0]?.number ?? 0,
        initNumber: period.initNumber,
        lines: writeTimeline(segmentStretches(track, period, segments), 0),
      }),
    ),
    "  </AdaptationSet>",
  ]);
}

function segmentStretches({ id }: ListedTrack, period: LivePeriod, segments: readonly LiveSegment[]) {
  return segments.map(({ media, isFirstOfPeriod }) => {
    const own = media[id];
    const startSec = own?.parts[0]?.mediaTimeSec ?? 0;
    const lateSec = startSec - period.mediaTimeSec;
    if (!isFirstOfPeriod || Math.abs(lateSec) > SNAP_TOLERANCE_SEC)
      return { startSec, durationSec: durationOf(own) };
    return { startSec: period.mediaTimeSec, durationSec: durationOf(own) + lateSec };
  });
}
