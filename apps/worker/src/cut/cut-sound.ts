import type { PlannedAudio, Segment, TrackOutput } from "@shoal/contract/stored-data";
import { AAC_FRAME_SAMPLES, type CutPart, type PackagedSegment } from "@shoal/media";
import type { JobDeps } from "../jobs/job.ts";
import { storeTrack } from "../media/store-track.ts";
import { cutIngredients, indexOf, isSeamBefore, type OpenCut } from "./cut-source.ts";
import { encodeSound } from "./encode-sound.ts";
import { SoundFrames, SoundOffGrid } from "./sound-frames.ts";
import { encodeSegment, type SplicedSound, spliceSound } from "./splice-sound.ts";

/**
 * Makes an audio track of a cut that is accurate to the sample. All frames are the source's own, except for a few at the edges. If
 * this is impossible, the track is re-encoded in full.
 */
export async function cutSound(cut: OpenCut, planned: PlannedAudio, deps: JobDeps): Promise<TrackOutput> {
  const { payload, source } = cut;
  const frames = await SoundFrames.open(indexOf(source, planned.id), source.mediaOffsetSec, deps.store);
  if (!frames) return encodeSound(cut, planned, deps);
  const range = { fromSample: frames.sampleAt(payload.inSec), toSample: frames.sampleAt(payload.outSec) };
  try {
    const spliced = await spliceSound(frames, planned, range, deps);
    if (spliced) return await storeSoundTrack({ ...cut, frames, spliced }, planned, deps);
  } catch (error) {
    if (!(error instanceof SoundOffGrid)) throw error;
  }
  return encodeSound(cut, planned, deps);
}

interface SoundCut extends OpenCut {
  frames: SoundFrames;
  spliced: SplicedSound;
}

/** Stores a track. Segments without new frames are referenced, and the others are written to a new object. */
async function storeSoundTrack(cut: SoundCut, planned: PlannedAudio, deps: JobDeps): Promise<TrackOutput> {
  const { payload, source, parts, frames, spliced } = cut;
  const { videoUuid, generation, inSec } = payload;
  const index = indexOf(source, planned.id);
  const { targetDurationSec = 0, codecs } = index;
  const ingredients = ["spliced", ...cutIngredients(payload, source, planned, deps.ffmpegVersion)];
  const identity = { videoUuid, generation, trackId: planned.id, ingredients };
  const track = { init: Buffer.from(frames.init), codecs, segments: listNewSegments(cut) };
  const stored = await storeTrack(track, { ...identity, targetDurationSec }, deps);
  const own = new Map(stored.segments.map((segment) => [segment.number, segment]));
  const segments = parts.flatMap((part, number): Segment[] => {
    const original = index.segments.find((each) => each.number === part.segment);
    const here = own.get(number) ?? (isWholeSegment(part, frames, spliced) ? original : undefined);
    if (!here) return [];
    const startSec = own.has(number) ? here.startSec : here.startSec - inSec;
    const seam = isSeamBefore(cut, number) ? { isSeam: true as const } : {};
    return [{ ...here, number, startSec, ...seam }];
  });
  return { ...stored, segments, mediaOffsetSec: source.mediaOffsetSec + inSec };
}

/** Whether a part is a complete segment that no edge reaches into, with a margin of one frame more than rounding requires. */
function isWholeSegment(
  { kind, startSec, endSec }: CutPart,
  frames: SoundFrames,
  { fromFrame, toFrame, made }: SplicedSound,
) {
  const [from, to] = [startSec, endSec].map((sec) => frames.sampleAt(sec) / AAC_FRAME_SAMPLES) as [
    number,
    number,
  ];
  if (kind !== "whole" || from < fromFrame || to > toFrame + 1) return false;
  return ![...made.keys()].some((number) => number > from - 2 && number < to + 2);
}

async function* listNewSegments({
  parts,
  payload,
  frames,
  spliced,
}: SoundCut): AsyncGenerator<PackagedSegment> {
  for (const [number, part] of parts.entries()) {
    if (isWholeSegment(part, frames, spliced)) continue;
    const [from, to] = await framesOf(parts, number, frames, spliced);
    if (to <= from) continue;
    const bytes: Uint8Array[] = [];
    for (let n = from; n < to; n++) bytes.push(spliced.made.get(n) ?? (await frames.read(n)));
    const [startSec, endSec] = [from, to].map((n) => frames.secOf(n) - payload.inSec) as [number, number];
    // Audio starts at 0, so a range that starts earlier begins with silence.
    const audioFromSec = Math.max(0, startSec);
    const ticks = frames.firstTicks + from * AAC_FRAME_SAMPLES;
    yield {
      number,
      startSec: audioFromSec,
      durationSec: endSec - audioFromSec,
      bytes: encodeSegment(number, ticks, bytes),
    };
  }
}

/** Returns the frames of a part: those of its segment that start within the part. */
async function framesOf(
  parts: readonly CutPart[],
  number: number,
  frames: SoundFrames,
  { fromFrame, toFrame }: SplicedSound,
): Promise<[from: number, to: number]> {
  const [before, part, after] = [parts[number - 1], parts[number], parts[number + 1]];
  const segment = part && (await frames.readSegment(part.segment));
  if (!part || !segment) return [0, 0];
  const firstSince = (sec: number) => Math.ceil(frames.sampleAt(sec) / AAC_FRAME_SAMPLES);
  const from = before?.segment === part.segment ? firstSince(part.startSec) : segment.from;
  const to = after?.segment === part.segment ? firstSince(part.endSec) : segment.from + segment.frames.length;
  return [before ? Math.max(from, fromFrame) : fromFrame, after ? Math.min(to, toFrame) : toFrame];
}
