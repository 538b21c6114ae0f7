import type { JournalSegment, LiveJournalPage } from "@shoal/contract/ingest";
import type {
  EncodePlan,
  ListedTrack,
  PlannedAudio,
  PlannedRung,
  Segment,
  TrackOutput,
} from "@shoal/contract/stored-data";
import { nearestRate } from "../../probe/frame-rate.ts";
import { LIVE_SEGMENT_SEC } from "../encoder/live-plan.ts";

/** The segments of a live, planned as a video. */
export interface PlannedArchive {
  plan: EncodePlan;
  /** The tracks by kind, in the form in which encodings store them. */
  video: TrackOutput[];
  audio: TrackOutput[];
  durationSec: number;
  /** Segments that were not stored: between the first and the last one, and, if known, after it. */
  missingSegments: number;
  /** The position of the first missing segment; undefined if none is missing. */
  missingAtSec: number | undefined;
  /** When the archive was recorded, ms since 1970. */
  startedAtMs: number;
}

/** Consecutive segments on one clock, with the time in the video at which they start. */
interface ArchiveSection {
  segments: JournalSegment[];
  startSec: number;
  /** The times in the section's segments minus the times of the video. */
  offsetSec: number;
}

/**
 * Plans a video from a live's journal. The segments stay where they are stored. Where an encoder restarted or a segment is missing,
 * playlists have a seam.
 * @returns undefined for a live without video.
 */
export function planArchive(pages: readonly LiveJournalPage[]): PlannedArchive | undefined {
  const tracks = pages.at(-1)?.tracks ?? [];
  const segments = pages.flatMap((page) => page.segments);
  const lead = tracks.find(({ kind }) => kind === "video");
  const [first] = segments;
  if (!lead || !first) return undefined;
  const stretches = sectionsOf(segments, lead.id);
  const startsSec = stretches.flatMap((stretch) => startsOf(stretch, lead.id));
  const durationSec = startsSec.at(-1) ?? 0;
  const outputs = tracks.map((track) => outputOf(track, stretches));
  return {
    plan: planOf(tracks, outputs, { startsSec: removeRepeatedInits(startsSec), durationSec }),
    video: outputs.filter((_, n) => tracks[n]?.kind === "video"),
    audio: outputs.filter((_, n) => tracks[n]?.kind === "audio"),
    durationSec,
    ...findMissing(pages, startsSec),
    startedAtMs: first.programDateTimeMs,
  };
}

function findMissing(
  pages: readonly LiveJournalPage[],
  startsSec: readonly number[],
): Pick<PlannedArchive, "missingSegments" | "missingAtSec"> {
  const segments = pages.flatMap((page) => page.segments);
  const [firstNumber, lastNumber] = [segments[0]?.number ?? 0, segments.at(-1)?.number ?? 0];
  const endNumber = Math.max(lastNumber + 1, pages.at(-1)?.endNumber ?? 0);
  const missingSegments = endNumber - firstNumber - segments.length;
  if (missingSegments === 0) return { missingSegments, missingAtSec: undefined };
  const behindGap = segments.findIndex(({ number }, n) => number !== firstNumber + n);
  return { missingSegments, missingAtSec: startsSec.at(behindGap) };
}

function sectionsOf(segments: readonly JournalSegment[], leadId: string): ArchiveSection[] {
  const stretches: ArchiveSection[] = [];
  let endSec = 0;
  for (const [n, segment] of segments.entries()) {
    const { mediaTimeSec = 0, durationSec = 0 } = segment.media[leadId] ?? {};
    const isNext = n > 0 && segment.number === (segments[n - 1]?.number ?? 0) + 1;
    if (!isNext || segment.isFirstOfPeriod)
      stretches.push({ segments: [], startSec: endSec, offsetSec: mediaTimeSec - endSec });
    stretches.at(-1)?.segments.push(segment);
    endSec += durationSec;
  }
  return stretches;
}

/** Returns when each of the section's segments starts, and when the last one ends. */
function startsOf({ segments, startSec }: ArchiveSection, leadId: string): number[] {
  const starts = [startSec];
  for (const { media } of segments) starts.push((starts.at(-1) ?? 0) + (media[leadId]?.durationSec ?? 0));
  return starts;
}

const removeRepeatedInits = (values: readonly number[]) =>
  values.filter((value, n) => value !== values[n - 1]);

function outputOf({ id, codecs }: ListedTrack, stretches: readonly ArchiveSection[]): TrackOutput {
  const inits = stretches.map(({ segments }) => segments[0]?.inits[id] ?? { ...EMPTY_OBJECT });
  const [init = { ...EMPTY_OBJECT }, ...moreInits] = inits;
  const [{ offsetSec: mediaOffsetSec } = { offsetSec: 0 }] = stretches;
  let number = 0;
  const segments = stretches.flatMap((stretch, order) =>
    stretch.segments.map((segment, n) => buildSegment(segment, { id, stretch, order, n, number: number++ })),
  );
  const shared = { trackId: id, codecs, init, segments, targetDurationSec: LIVE_SEGMENT_SEC, mediaOffsetSec };
  return moreInits.length > 0 ? { ...shared, moreInits } : shared;
}

interface SectionPosition {
  id: string;
  stretch: ArchiveSection;
  /** The index of the section in the archive. */
  order: number;
  /** The index of the segment in its section. */
  n: number;
  number: number;
}

function buildSegment(
  { media }: JournalSegment,
  { id, stretch, order, n, number }: SectionPosition,
): Segment {
  const { mediaTimeSec, durationSec, ...range } = media[id] ?? {
    ...EMPTY_OBJECT,
    mediaTimeSec: 0,
    durationSec: 0,
  };
  const segment = { ...range, number, startSec: mediaTimeSec - stretch.offsetSec, durationSec };
  if (order === 0) return segment;
  const later = { ...segment, initNumber: order, mediaOffsetSec: stretch.offsetSec };
  return n === 0 ? { ...later, isSeam: true } : later;
}

const EMPTY_OBJECT = { object: "", offset: 0, length: 0, sha256: "" };

/** Builds the encoding plan that a video with these tracks would have had. */
function planOf(
  tracks: readonly ListedTrack[],
  outputs: readonly TrackOutput[],
  { startsSec, durationSec }: { startsSec: number[]; durationSec: number },
): EncodePlan {
  const rungs = tracks.filter(({ kind }) => kind === "video").map(rungOf);
  const audio = tracks.filter(({ kind }) => kind === "audio").map(soundOf);
  const sizeBytes = outputs.reduce((sum, { segments }) => sum + sumBytes(segments), 0);
  const top = rungs.at(-1);
  const [firstRung] = rungs;
  if (!top || !firstRung) throw new Error("An archive has a picture");
  const pieces = [
    {
      index: 0,
      segmentFrom: 0,
      segmentTo: startsSec.length - 1,
      startSec: 0,
      endSec: durationSec,
      sourceEndByte: 0,
    },
  ];
  return {
    version: 1,
    info: {
      container: "live",
      durationSec,
      startSec: 0,
      sizeBytes,
      isFaststart: true,
      bitrateKbps: Math.round((sizeBytes * 8) / 1_000 / Math.max(durationSec, 0.001)),
      video: {
        streamIndex: 0,
        codec: "h264",
        width: top.width,
        height: top.height,
        fps: top.fps,

        isVariableFrameRate: false,
        rotationDeg: 0,
        isInterlaced: false,
        isHdr: false,
        pixelFormat: "yuv420p",
        frameCount: Math.round((durationSec * top.fps.num) / top.fps.den),
      },
      audio: audio.map(({ streamIndex, channels, sampleRateHz }) => ({
        streamIndex,
        codec: "aac",
        channels,
        sampleRateHz,
        language: "",
        title: "",
      })),
    },

    rungs,
    audio,
    segmentStartsSec: startsSec,
    pieces,
    firstRungId: firstRung.id,
    gopFrames: Math.round((LIVE_SEGMENT_SEC * top.fps.num) / top.fps.den),
  };
}

const sumBytes = (segments: readonly Segment[]) => segments.reduce((sum, { length }) => sum + length, 0);

const rungOf = ({ id, width, height, fps, bandwidthBps }: ListedTrack): PlannedRung => ({
  id,
  mode: "encode",
  width: width ?? 0,
  height: height ?? 0,
  fps: nearestRate(fps ?? 0),

  crf: null,
  maxBitrateKbps: Math.round(bandwidthBps / 1_000),
});

const soundOf = ({ id, bandwidthBps }: ListedTrack): PlannedAudio => ({
  id,
  mode: "encode",
  streamIndex: 1,
  channels: 2,
  sampleRateHz: 48_000,
  language: "",
  title: "",
  bitrateKbps: Math.round(bandwidthBps / 1_000),
});
