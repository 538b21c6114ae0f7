import { mkdir, open } from "node:fs/promises";
import { join } from "node:path";
import type { PlannedAudio, SegmentIndex, TrackOutput } from "@shoal/contract";
import {
  AAC_FRAME_SAMPLES,
  audioFile,
  audioPartArgs,
  contiguousSegments,
  openMp4File,
  packageAudio,
  runFfmpeg,
} from "@shoal/media";
import {
  type Cut,
  type CutPayload,
  cutIngredients,
  indexOf,
  isSeamBefore,
  openCut,
} from "../cut/cut-source.ts";
import { storeTrack } from "../media/store-track.ts";
import { type JobDeps, type JobHandler, resultBase } from "./job.ts";

/** Every sound track of a cut, from sample to sample, in segments that begin where those of the picture do. */
export const cutAudio: JobHandler<"cut-audio"> = async (payload, deps) => {
  const cut = await openCut(payload, deps.store);
  const outputs: TrackOutput[] = [];
  for (const planned of payload.plan.audio) outputs.push(await cutTrack(cut, planned, deps));
  return { type: "audio", ...resultBase(payload), outputs };
};

async function cutTrack(
  { payload, source, parts }: Cut,
  planned: PlannedAudio,
  deps: JobDeps,
): Promise<TrackOutput> {
  const { videoUuid, generation, inSec, outSec, plan } = payload;
  const index = indexOf(source, planned.id);
  const folder = join(deps.workFolder, planned.id);
  await mkdir(folder);
  const input = await writeInput(index, planned, payload, folder, deps);
  await runFfmpeg(audioPartArgs(planned, inSec - input.startSec, outSec - inSec), {
    ...{ sandbox: deps.sandbox, inputPath: input.path, outputFolder: folder, signal: deps.signal },
  });
  const grid = [...parts.map(({ startSec }) => startSec - inSec), outSec - inSec];
  const job = { plan: { ...plan, segmentStartsSec: grid }, segmentFrom: 0, segmentTo: parts.length };
  const mediaOffsetSec = source.mediaOffsetSec + inSec;
  const file = await openMp4File(join(folder, audioFile(planned.id)));
  try {
    const [track] = file.tracks;
    if (!track) throw new Error(`${planned.id}: ffmpeg made no sound`);
    const packaged = packageAudio(job, planned, { track, read: file.read }, mediaOffsetSec);
    const ingredients = cutIngredients(payload, source, planned, deps.ffmpegVersion);
    const options = { videoUuid, generation, trackId: planned.id, ingredients };
    const { targetDurationSec = 0 } = index;
    const stored = await storeTrack(packaged, { ...options, targetDurationSec }, deps);
    const segments = stored.segments.map((segment) =>
      isSeamBefore(parts, segment.number, source) ? { ...segment, isSeam: true as const } : segment,
    );
    return { ...stored, segments, mediaOffsetSec };
  } finally {
    await file[Symbol.asyncDispose]();
  }
}

/**
 * The segments with the sound of the range as a file that ffmpeg reads, from a frame before the range on: the first
 * frame that a decoder meets lacks what it overlaps with.
 */
async function writeInput(
  index: SegmentIndex,
  { sampleRateHz }: PlannedAudio,
  { inSec, outSec }: CutPayload,
  folder: string,
  { store }: JobDeps,
): Promise<{ path: string; startSec: number }> {
  const marginSec = (2 * AAC_FRAME_SAMPLES) / sampleRateHz;
  const needed = contiguousSegments(index).filter(
    ({ startSec, durationSec }) => startSec < outSec && startSec + durationSec > inSec - marginSec,
  );
  const path = join(folder, "sound.mp4");
  const file = await open(path, "w");
  try {
    await file.writeFile(await store.read(index.init.object, index.init));
    for (const segment of needed) await file.writeFile(await store.read(segment.object, segment));
  } finally {
    await file.close();
  }
  return { path, startSec: needed[0]?.startSec ?? inSec };
}
