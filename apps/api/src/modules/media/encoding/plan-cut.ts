import { AppError, type BodyOf, type FieldError, type routes } from "@shoal/contract";
import type { JobPayload } from "@shoal/contract/jobs";
import type { EncodePlan, PlannedAudio, SegmentIndex } from "@shoal/contract/stored-data";
import { contiguousSegments, publishedEndSec, toFps } from "@shoal/media";
import type { EncodingRow } from "./encodings.repository.ts";

/** The CRF of re-encoded frames at the edges of a rung that was copied from the source. */
const COPIED_RUNG_CRF = 20;
/** An end beyond the video by less than this counts as its end, because players round. */
const END_TOLERANCE_SEC = 0.5;
const PRODUCT_CHANNELS = 2;
/** The codec of audio whose frames can be kept. */
const AAC_LC = "mp4a.40.2";
/**
 * The limit, in megapixels, up to which all edge frames are encoded from one decode: about two seconds of work for a core. Above
 * it, the lowest rung is made separately, which needs another decode but is playable sooner.
 */
const MAX_SINGLE_PASS_MEGAPIXELS = 100;

export type CutRange = Pick<BodyOf<typeof routes.changeCut>, "start" | "end" | "transcode">;

/** The plan of a cut and its inputs. */
export interface PlannedCut {
  inSec: number;
  outSec: number;
  /** The length in seconds, rounded to microseconds. */
  durationSec: number;
  plan: EncodePlan;
  tracks: JobPayload<"cut-audio">["tracks"];
}

/**
 * Plans a cut of a video's published media.
 * @param indexes the segments of each of the video's tracks.
 * @throws AppError "bad_request" naming `start` or `end`; "illegal_transition" if no part of the range exists.
 */
export function planCut(
  { plan, tracks }: Pick<EncodingRow, "plan" | "tracks">,
  indexes: ReadonlyMap<string, SegmentIndex>,
  wanted: CutRange,
): PlannedCut {
  const endOf = (id: string) => publishedEndSec(indexes.get(id) ?? { segments: [] });
  const endSec = Math.max(0, ...plan.rungs.map(({ id }) => endOf(id)));
  if (endSec === 0) throw new AppError("illegal_transition", "No part of this video is encoded yet");
  assertRange(wanted, endSec);
  const end = Math.min(wanted.end, endSec);
  // Some rungs of a stopped encoding may be shorter than others.
  const rungs = plan.rungs.filter(({ id }) => endOf(id) >= end - END_TOLERANCE_SEC);
  const audio = plan.audio.filter(({ id }) => endOf(id) > 0);
  const [lowest] = rungs;
  if (!lowest) throw new AppError("illegal_transition", "This part of the video is not encoded");
  const range = wanted.transcode
    ? roundToFrames(wanted.start, end, toFps(rungs.at(-1)?.fps ?? lowest.fps))
    : extendToSegments(wanted.start, end, indexes.get(lowest.id) ?? { segments: [] });
  const durationSec = Math.round((range.outSec - range.inSec) * 1e6) / 1e6;
  const used = new Set([...rungs, ...audio].map(({ id }) => id));
  return {
    ...range,
    durationSec,
    plan: planOf(
      { ...plan, rungs, audio: audio.map((track) => planAudio(track, indexes)) },
      range,
      durationSec,
    ),
    tracks: tracks
      .filter(({ id }) => used.has(id))
      .map(({ id, kind, indexObject }) => ({ trackId: id, kind, indexObject })),
  };
}

function assertRange({ start, end }: CutRange, endSec: number): void {
  const length = Number(endSec.toFixed(3));
  const faults: FieldError[] = [];
  if (start >= endSec)
    faults.push({ path: "start", reason: `must be before the end of the video, ${length} s` });
  if (end > endSec + END_TOLERANCE_SEC)
    faults.push({ path: "end", reason: `must not be after the end of the video, ${length} s` });
  else if (end <= start) faults.push({ path: "end", reason: "must be after the start" });
  if (faults.length > 0) throw new AppError("bad_request", "Some fields are not valid", faults);
}

/** Rounds a range to whole frames, at least one. */
function roundToFrames(start: number, end: number, fps: number) {
  const from = Math.round(start * fps);
  const to = Math.max(Math.round(end * fps), from + 1);
  return { inSec: from / fps, outSec: to / fps };
}

/** Extends a range to whole segments, which start with key frames. */
function extendToSegments(start: number, end: number, index: Pick<SegmentIndex, "segments">) {
  const segments = contiguousSegments(index);
  const first = segments.findLast(({ startSec }) => startSec <= start);
  const last = segments.find(({ startSec, durationSec }) => startSec + durationSec >= end) ?? segments.at(-1);
  return { inSec: first?.startSec ?? 0, outSec: last ? last.startSec + last.durationSec : end };
}

/** Plans the audio of a cut. The source's frames are kept if possible, so that only the edges are encoded again. */
function planAudio(track: PlannedAudio, indexes: ReadonlyMap<string, SegmentIndex>): PlannedAudio {
  const isKept = track.channels <= PRODUCT_CHANNELS && indexes.get(track.id)?.codecs === AAC_LC;
  return isKept ? { ...track, mode: "copy" } : { ...track, mode: "encode", channels: PRODUCT_CHANNELS };
}

type CutSpan = Pick<PlannedCut, "inSec" | "outSec">;

/**
 * Plans the re-encoded rungs. All are made from one decode, unless that would take long. In that case the lowest rung is made
 * first.
 */
function planOf(source: EncodePlan, range: CutSpan, durationSec: number): EncodePlan {
  // A file encoded while it arrived has its audio in parts; a cut's audio is encoded in one piece.
  const { audioParts: _, ...plan } = source;
  const piece = { segmentFrom: 0, segmentTo: 1, startSec: 0, endSec: durationSec, sourceEndByte: 0 };
  const isOneGo = plan.rungs.length === 1 || edgeMegapixels(plan, range) <= MAX_SINGLE_PASS_MEGAPIXELS;
  return {
    ...plan,
    info: { ...plan.info, durationSec, startSec: 0 },
    rungs: plan.rungs.map((rung) =>
      rung.mode === "copy" ? { ...rung, mode: "encode", crf: rung.crf ?? COPIED_RUNG_CRF } : rung,
    ),
    segmentStartsSec: [0, durationSec],
    pieces: (isOneGo ? [0] : [0, 1]).map((index) => ({ ...piece, index })),
    firstRungId: plan.rungs[0]?.id ?? plan.firstRungId,
  };
}

/** Estimates what is encoded over all rungs: groups of pictures have the planned length, counted from each segment's start. */
function edgeMegapixels(
  { rungs, gopFrames, segmentStartsSec }: EncodePlan,
  { inSec, outSec }: CutSpan,
): number {
  const top = rungs.at(-1);
  const groupSec = top ? gopFrames / toFps(top.fps) : 0;
  const intoGroup = (sec: number) => {
    const segmentSec = segmentStartsSec.findLast((start) => start <= sec) ?? 0;
    return groupSec > 0 ? (sec - segmentSec) % groupSec : 0;
  };
  const [head, tail] = [intoGroup(inSec), intoGroup(outSec)];
  const edgesSec = Math.min(outSec - inSec, (head > 0 ? groupSec - head : 0) + tail);
  const perSec = rungs.reduce((sum, { width, height, fps }) => sum + width * height * toFps(fps), 0);
  return (perSec * edgesSec) / 1e6;
}
