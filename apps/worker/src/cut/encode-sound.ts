import { mkdir, open } from "node:fs/promises";
import { join } from "node:path";
import type { PlannedAudio, SegmentIndex, TrackOutput } from "@shoal/contract/stored-data";
import {
  AAC_FRAME_SAMPLES,
  audioFile,
  audioPartArgs,
  contiguousSegments,
  MediaFault,
  onTrackClock,
  openMp4File,
  type PackagedTrack,
  packageAudio,
  packageSilence,
  readFragment,
  readTimescale,
  runFfmpeg,
} from "@shoal/media";
import type { JobDeps } from "../jobs/job.ts";
import { cpuLimitSecOf } from "../media/cpu-limits.ts";
import { storeTrack } from "../media/store-track.ts";
import { cutIngredients, indexOf, isSeamBefore, type OpenCut } from "./cut-source.ts";

/** Re-encodes a complete audio track of a cut, in segments aligned with the video. A track that the video lacks becomes silence. */
export async function encodeSound(cut: OpenCut, planned: PlannedAudio, deps: JobDeps): Promise<TrackOutput> {
  const { payload, source, parts } = cut;
  const { inSec, outSec, plan } = payload;
  const index = source.indexes.get(planned.id);
  const grid = soundGridOf([...parts.map(({ startSec }) => startSec - inSec), outSec - inSec], planned);
  const mediaOffsetSec = source.mediaOffsetSec + inSec;
  if (!index) return storeAudioTrack(cut, planned, packageSilence(grid, mediaOffsetSec), deps);
  const folder = join(deps.workFolder, planned.id);
  await mkdir(folder, { recursive: true });
  const input = await writeInput(cut, index, { planned, folder }, deps);
  await runFfmpeg(audioPartArgs(planned, inSec - input.startSec, outSec - inSec), {
    sandbox: deps.sandbox,
    inputPath: input.path,
    outputFolder: folder,
    signal: deps.signal,
    limits: { cpuSec: cpuLimitSecOf({ sizeBytes: 0, soundSec: outSec - inSec }) },
  });
  const job = { plan: { ...plan, segmentStartsSec: grid }, segmentFrom: 0, segmentTo: parts.length };
  const file = await openMp4File(join(folder, audioFile(planned.id)));
  try {
    const [track] = file.tracks;
    if (!track) throw new MediaFault("encoding_failed", `${planned.id}: ffmpeg made no sound`);
    const encoded = { ...planned, mode: "encode" as const };
    const packaged = packageAudio(job, encoded, { track, read: file.read }, mediaOffsetSec);
    return await storeAudioTrack(cut, planned, packaged, deps);
  } finally {
    await file[Symbol.asyncDispose]();
  }
}

/** Returns a grid in which each part contains an audio frame, so that all tracks have the same seams. */
function soundGridOf(gridSec: readonly number[], { sampleRateHz }: PlannedAudio): number[] {
  const frameSec = (AAC_FRAME_SAMPLES + 1) / sampleRateHz;
  const grid = [...gridSec];
  for (let at = grid.length - 2; at > 0; at--)
    grid[at] = Math.min(grid[at] ?? 0, (grid[at + 1] ?? 0) - frameSec);
  return grid;
}

/** Stores an audio track with the seams of the video. */
async function storeAudioTrack(
  cut: OpenCut,
  planned: PlannedAudio,
  packaged: PackagedTrack,
  deps: JobDeps,
): Promise<TrackOutput> {
  const { payload, source } = cut;
  const { videoUuid, generation, inSec } = payload;
  const ingredients = cutIngredients(payload, source, planned, deps.ffmpegVersion);
  const { targetDurationSec = 0 } = source.indexes.get(planned.id) ?? indexOf(source, source.topRungId);
  const identity = { videoUuid, generation, trackId: planned.id, ingredients };
  const stored = await storeTrack(packaged, { ...identity, targetDurationSec }, deps);
  const segments = stored.segments.map((segment) =>
    isSeamBefore(cut, segment.number) ? { ...segment, isSeam: true as const } : segment,
  );
  return { ...stored, segments, mediaOffsetSec: source.mediaOffsetSec + inSec };
}

/**
 * Writes the segments of the range as a file for ffmpeg. They start one frame early, because a decoder's first frame lacks the
 * overlap with the previous one.
 */
async function writeInput(
  { payload: { inSec, outSec }, source }: OpenCut,
  index: SegmentIndex,
  { planned, folder }: { planned: PlannedAudio; folder: string },
  { store }: JobDeps,
): Promise<{ path: string; startSec: number }> {
  const marginSec = (2 * AAC_FRAME_SAMPLES) / planned.sampleRateHz;
  const needed = contiguousSegments(index).filter(
    ({ startSec, durationSec }) => startSec < outSec && startSec + durationSec > inSec - marginSec,
  );
  const path = join(folder, "sound.mp4");
  const file = await open(path, "w");
  try {
    const init = await store.read(index.init.object, index.init);
    await file.writeFile(init);
    let startSec: number | undefined;
    for (const segment of needed) {
      const bytes = onTrackClock(await store.read(segment.object, segment), segment, index, init);
      // The index omits the silence at the start of a cut, so the start is read from the media.
      startSec ??= readFragment(bytes).baseTicks / readTimescale(init) - source.mediaOffsetSec;
      await file.writeFile(bytes);
    }
    return { path, startSec: startSec ?? inSec };
  } finally {
    await file.close();
  }
}
