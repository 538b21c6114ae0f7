import { open, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { SIGNATURE_ARGS, SIGNATURE_BYTES } from "@shoal/align";
import { MAX_ALIGNMENT_FRAMES } from "@shoal/contract";
import { type ByteRange, type Segment, SegmentIndex } from "@shoal/contract/stored-data";
import { contiguousSegments, type FfmpegArgs, MediaFault, onTrackClock, runFfmpeg } from "@shoal/media";
import type { JobDeps } from "../jobs/job.ts";
import { objectNameOf } from "./object-names.ts";

/** A published video, with the location of the segment index of its lowest rung. */
export interface SignedVideo {
  videoUuid: string;
  generation: number;
  indexObject: string;
}
type SignatureDeps = Pick<JobDeps, "store" | "sandbox" | "workFolder" | "signal" | "ffmpegVersion">;

/** The version of signatures. It must be increased when their content changes. */
const SIGNATURE_VERSION = 2;
/** The gzip level. It is a fast one, since a higher level hardly compresses noise any further. */
const GZIP_LEVEL = 1;
const SIGNATURE_FILE = "signatures.yuv";
/** The number of frames that are read. It is one more than allowed, so that a longer video is detected. */
const MAX_FRAMES = MAX_ALIGNMENT_FRAMES + 1;

/**
 * Reads a miniature of each frame, with `SIGNATURE_BYTES` each. The video is decoded once: the signatures are stored next to its
 * media, and deleted with them. A video with too many frames gets one more signature than allowed.
 */
export async function readFrameSignatures(video: SignedVideo, deps: SignatureDeps): Promise<Uint8Array> {
  const bytes = await deps.store.read(video.indexObject);
  const index = SegmentIndex.parse(JSON.parse(Buffer.from(bytes).toString()));
  const segments = contiguousSegments(index);
  if (segments.length === 0) throw new MediaFault("encoding_failed", "The lowest rung has no segments");
  const object = nameOf(video, segments, deps);
  if ((await deps.store.findSize(object)) !== undefined)
    return promisify(gunzip)(await deps.store.read(object));
  const raw = await decodeSignatures(index, segments, deps);
  await deps.store.put(object, await promisify(gzip)(raw, { level: GZIP_LEVEL }));
  return raw;
}

/** Decodes segments. Those that use another init segment are decoded separately. */
async function decodeSignatures(
  index: SegmentIndex,
  segments: readonly Segment[],
  deps: SignatureDeps,
): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let frames = 0;
  for (const stretch of splitByInit(segments)) {
    if (frames >= MAX_FRAMES) break;
    const raw = await decodeSection(index, stretch, MAX_FRAMES - frames, deps);
    frames += Math.floor(raw.length / SIGNATURE_BYTES);
    parts.push(raw);
  }
  return Buffer.concat(parts);
}

function splitByInit(segments: readonly Segment[]): Segment[][] {
  const stretches: Segment[][] = [];
  for (const segment of segments) {
    const last = stretches.at(-1);
    if (last && last[0]?.initNumber === segment.initNumber) last.push(segment);
    else stretches.push([segment]);
  }
  return stretches;
}

async function decodeSection(
  index: SegmentIndex,
  segments: readonly Segment[],
  maxFrames: number,
  { store, sandbox, workFolder, signal }: SignatureDeps,
): Promise<Uint8Array> {
  const path = join(workFolder, "rung.mp4");
  const file = await open(path, "w");
  try {
    const init = await store.read(initOf(index, segments).object, initOf(index, segments));
    await file.writeFile(init);
    for (const segment of segments) {
      signal.throwIfAborted();
      await file.writeFile(onTrackClock(await store.read(segment.object, segment), segment, index, init));
    }
  } finally {
    await file.close();
  }
  await runFfmpeg(signatureArgs(maxFrames), {
    sandbox,
    inputPath: path,
    outputFolder: workFolder,
    signal,
  });
  const raw = await readFile(join(workFolder, SIGNATURE_FILE));
  await rm(path);
  return raw;
}

function initOf(index: SegmentIndex, [first]: readonly Segment[]): ByteRange {
  const { initNumber = 0 } = first ?? {};
  return index.moreInits?.[initNumber - 1] ?? index.init;
}

const signatureArgs = (maxFrames: number): FfmpegArgs => ({
  input: ["-threads", "1", "-an", "-sn", "-dn"],
  output: (out) => ["-map", "0:v:0", ...SIGNATURE_ARGS, "-frames:v", `${maxFrames}`, out(SIGNATURE_FILE)],
});

function nameOf(
  { videoUuid, generation }: SignedVideo,
  segments: readonly Segment[],
  deps: SignatureDeps,
): string {
  const ingredients = [
    segments.map(({ sha256, startSec }) => [sha256, startSec]),
    SIGNATURE_VERSION,
    deps.ffmpegVersion,
  ];
  return `${objectNameOf({ videoUuid, generation, trackId: "signatures", ingredients })}.gz`;
}
