import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { PlannedAudio } from "@shoal/contract/stored-data";
import {
  AAC_FRAME_SAMPLES,
  audioFile,
  canSpliceAfter,
  MediaFault,
  openMp4File,
  readSampleBytes,
  runFfmpeg,
  silencedArgs,
  timelineOf,
  writeFragment,
} from "@shoal/media";
import type { JobDeps } from "../jobs/job.ts";
import type { SoundFrames } from "./sound-frames.ts";

/**
 * The number of frames by which a decoder must start before an edge, and an encoder must continue beyond it, for a seamless join.
 */
const MARGIN_FRAMES = 4;
/** How far from an edge to search for a position where both encodings match, in frames: half a second. */
const SEARCHED_FRAMES = 24;
const WINDOW_FRAMES = SEARCHED_FRAMES + 2 * MARGIN_FRAMES;

/** The audio of a range as frames, with the frame numbers of the source. */
export interface SplicedSound {
  fromFrame: number;
  toFrame: number;
  /** The re-encoded frames, by number. All other frames are copied from the source. */
  made: ReadonlyMap<number, Uint8Array>;
}

/** An edge of the range that cuts through the audio. */
interface SoundEdge {
  /** The numbers of the frames around the edge that are decoded. */
  window: readonly number[];
  /** The frames at which one encoding can end and the other can start, with the nearest first. */
  seams: readonly number[];
  /** Whether a frame is re-encoded for this seam. */
  isMade: (number: number, seam: number) => boolean;
}

/**
 * Finds the frames for the samples `[fromSample, toSample)`, counted from the source's first frame. At an edge inside the audio,
 * some frames are re-encoded on the source's frame grid, with silence beyond the edge, up to a frame at which both encodings have
 * the same overlap. One extra frame is added at the start, since a decoder's first frame lacks its overlap.
 * @returns undefined if the range is too short, or if the encodings match nowhere.
 */
export async function spliceSound(
  frames: SoundFrames,
  planned: PlannedAudio,
  { fromSample, toSample }: { fromSample: number; toSample: number },
  deps: JobDeps,
): Promise<SplicedSound | undefined> {
  const { count } = frames;
  const first = Math.max(0, Math.floor(fromSample / AAC_FRAME_SAMPLES));
  const last = Math.min(count, Math.ceil(toSample / AAC_FRAME_SAMPLES)) - 1;
  if (last - first < 2 * WINDOW_FRAMES) return undefined;
  const head = fromSample > 0 ? headEdgeOf(first) : undefined;
  const tail = toSample < (count - 1) * AAC_FRAME_SAMPLES ? tailEdgeOf(last) : undefined;
  const edges = [head, tail].filter((edge) => edge !== undefined);
  const range = { fromFrame: head ? Math.max(0, first - 1) : 0, toFrame: tail ? last + 1 : count };
  const window = edges.flatMap((edge) => edge.window);
  const kept = new Map<number, Uint8Array>();
  for (const number of window) kept.set(number, await frames.read(number));
  const placeOf = (sample: number, frame: number) =>
    (window.indexOf(frame) - frame) * AAC_FRAME_SAMPLES + sample;
  const fresh = await encodeWindow(
    { init: frames.init, kept, planned },
    head ? placeOf(fromSample, first) : 0,
    tail ? placeOf(toSample, last) : window.length * AAC_FRAME_SAMPLES,
    deps,
  );
  const made = pickNewFrames(edges, kept, fresh);
  return made && { ...range, made };
}

const listNumbersFrom = (from: number, count: number) => Array.from({ length: count }, (_, n) => from + n);

function headEdgeOf(first: number): SoundEdge {
  const from = Math.max(0, first - MARGIN_FRAMES);
  return {
    window: listNumbersFrom(from, WINDOW_FRAMES),
    seams: listNumbersFrom(first + 2, SEARCHED_FRAMES - 2),
    isMade: (number, seam) => number >= first - 1 && number < seam,
  };
}

function tailEdgeOf(last: number): SoundEdge {
  return {
    window: listNumbersFrom(last + 1 - WINDOW_FRAMES, WINDOW_FRAMES),
    seams: listNumbersFrom(last + 1 - SEARCHED_FRAMES, SEARCHED_FRAMES).reverse(),
    isMade: (number, seam) => number >= seam && number <= last,
  };
}

/** Picks the new frames of all edges, each up to its seam. Returns undefined if an edge has no seam. */
function pickNewFrames(
  edges: readonly SoundEdge[],
  kept: ReadonlyMap<number, Uint8Array>,
  fresh: ReadonlyMap<number, Uint8Array>,
): Map<number, Uint8Array> | undefined {
  const made = new Map<number, Uint8Array>();
  for (const { window, seams, isMade } of edges) {
    const seam = seams.find((number) => {
      const [one, other] = [kept.get(number - 1), fresh.get(number - 1)];
      return one && other && canSpliceAfter(one, other);
    });
    if (seam === undefined) return undefined;
    for (const number of window) {
      const bytes = fresh.get(number);
      if (bytes && isMade(number, seam)) made.set(number, bytes);
    }
  }
  return made;
}

/** Encodes the windows of all edges, one after the other, on the source's frame grid, with silence outside the samples. */
async function encodeWindow(
  { init, kept, planned }: { init: Uint8Array; kept: ReadonlyMap<number, Uint8Array>; planned: PlannedAudio },
  fromSample: number,
  toSample: number,
  deps: JobDeps,
): Promise<Map<number, Uint8Array>> {
  if (kept.size === 0) return new Map();
  const folder = join(deps.workFolder, `${planned.id}-edges`);
  await mkdir(folder);
  const inputPath = join(folder, "frames.mp4");
  await writeFile(inputPath, Buffer.concat([init, encodeSegment(0, 0, [...kept.values()])]));
  const { sandbox, signal } = deps;
  const options = { sandbox, inputPath, outputFolder: folder, signal };
  await runFfmpeg(silencedArgs(planned, fromSample, toSample), options);
  const file = await openMp4File(join(folder, audioFile(planned.id)));
  try {
    const [track] = file.tracks;
    if (!track) throw new MediaFault("encoding_failed", `${planned.id}: ffmpeg made no sound`);
    const priming = listNumbersFrom(0, track.samples.count).findIndex(
      (n) => timelineOf(track, 0).ptsTicks(n) >= 0,
    );
    const bytes = await readSampleBytes(track, file.read, priming, track.samples.count);
    return new Map([...kept.keys()].flatMap((number, n) => (bytes[n] ? [[number, bytes[n]]] : [])));
  } finally {
    await file[Symbol.asyncDispose]();
  }
}

/** Writes audio frames as a segment. */
export const encodeSegment = (sequence: number, baseTicks: number, frames: readonly Uint8Array[]): Buffer =>
  writeFragment(
    sequence,
    baseTicks,
    frames.map((bytes) => ({ bytes, durationTicks: AAC_FRAME_SAMPLES, ctsTicks: 0, isSync: true })),
  );
