import {
  AppError,
  type BodyOf,
  type EncodePlan,
  type FieldError,
  type JobPayload,
  type routes,
  type SegmentIndex,
} from "@shoal/contract";
import { contiguousSegments, publishedEndSec, toFps } from "@shoal/media";
import type { EncodingRow } from "./encodings.repository.ts";

/** Quality of the pictures at the edges of a rung that holds the source's own. */
const COPIED_RUNG_CRF = 20;
/** An end beyond the video by less than this is its end: players round. */
const END_TOLERANCE_SEC = 0.5;
const PRODUCT_CHANNELS = 2;

export type CutRange = Pick<BodyOf<typeof routes.changeCut>, "start" | "end" | "transcode">;

/** What decides a cut. */
export interface PlannedCut {
  inSec: number;
  outSec: number;
  /** To the microsecond. */
  durationSec: number;
  plan: EncodePlan;
  tracks: JobPayload<"cut-audio">["tracks"];
}

/**
 * Plans a cut of what is published of a video.
 * @param indexes the segments of each of its tracks.
 * @throws AppError "bad_request" naming `start` or `end`; "illegal_transition" when nothing of the range is there.
 */
export function planCut(
  { plan, tracks }: Pick<EncodingRow, "plan" | "tracks">,
  indexes: ReadonlyMap<string, SegmentIndex>,
  wanted: CutRange,
): PlannedCut {
  const endOf = (id: string) => publishedEndSec(indexes.get(id) ?? { segments: [] });
  const endSec = Math.max(0, ...plan.rungs.map(({ id }) => endOf(id)));
  if (endSec === 0) throw new AppError("illegal_transition", "Nothing of this video is encoded yet");
  assertRange(wanted, endSec);
  const end = Math.min(wanted.end, endSec);
  // An encoding that was stopped may have less of some rungs.
  const rungs = plan.rungs.filter(({ id }) => endOf(id) >= end - END_TOLERANCE_SEC);
  const audio = plan.audio.filter(({ id }) => endOf(id) > 0);
  const [lowest] = rungs;
  if (!lowest) throw new AppError("illegal_transition", "This part of the video is not encoded");
  const range = wanted.transcode
    ? onFrames(wanted.start, end, toFps(rungs.at(-1)?.fps ?? lowest.fps))
    : onSegments(wanted.start, end, indexes.get(lowest.id) ?? { segments: [] });
  const durationSec = Math.round((range.outSec - range.inSec) * 1e6) / 1e6;
  const used = new Set([...rungs, ...audio].map(({ id }) => id));
  return {
    ...range,
    durationSec,
    plan: planOf({ ...plan, rungs, audio }, durationSec),
    tracks: tracks
      .filter(({ id }) => used.has(id))
      .map(({ id, kind, indexObject }) => ({ trackId: id, kind, indexObject })),
  };
}

function assertRange({ start, end }: CutRange, endSec: number): void {
  const length = Number(endSec.toFixed(3));
  const faults: FieldError[] = [];
  if (start >= endSec)
    faults.push({ path: "start", reason: `must lie before the end of the video, ${length} s` });
  if (end > endSec + END_TOLERANCE_SEC)
    faults.push({ path: "end", reason: `must not lie after the end of the video, ${length} s` });
  else if (end <= start) faults.push({ path: "end", reason: "must lie after the start" });
  if (faults.length > 0) throw new AppError("bad_request", "Some fields are not valid", faults);
}

/** The nearest frames; one at least. */
function onFrames(start: number, end: number, fps: number) {
  const from = Math.round(start * fps);
  const to = Math.max(Math.round(end * fps), from + 1);
  return { inSec: from / fps, outSec: to / fps };
}

/** Outwards to whole segments, which begin with key frames. */
function onSegments(start: number, end: number, index: Pick<SegmentIndex, "segments">) {
  const segments = contiguousSegments(index);
  const first = segments.findLast(({ startSec }) => startSec <= start);
  const last = segments.find(({ startSec, durationSec }) => startSec + durationSec >= end) ?? segments.at(-1);
  return { inSec: first?.startSec ?? 0, outSec: last ? last.startSec + last.durationSec : end };
}

/** What is encoded anew: the lowest rung first, so that the cut plays soon, then the others from one decode. */
function planOf(plan: EncodePlan, durationSec: number): EncodePlan {
  const piece = { segmentFrom: 0, segmentTo: 1, startSec: 0, endSec: durationSec, sourceEndByte: 0 };
  return {
    ...plan,
    info: { ...plan.info, durationSec, startSec: 0 },
    rungs: plan.rungs.map((rung) =>
      rung.mode === "copy" ? { ...rung, mode: "encode", crf: rung.crf ?? COPIED_RUNG_CRF } : rung,
    ),
    audio: plan.audio.map((track) => ({ ...track, mode: "encode", channels: PRODUCT_CHANNELS })),
    segmentStartsSec: [0, durationSec],
    pieces:
      plan.rungs.length > 1
        ? [
            { ...piece, index: 0 },
            { ...piece, index: 1 },
          ]
        : [{ ...piece, index: 0 }],
    firstRungId: plan.rungs[0]?.id ?? plan.firstRungId,
  };
}
