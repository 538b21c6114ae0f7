import { join } from "node:path";
import type { JobPayload } from "@shoal/contract/jobs";
import type { EncodePlan, PlannedAudio, PlannedRung, TrackOutput } from "@shoal/contract/stored-data";
import {
  audioArgs,
  audioFile,
  MediaFault,
  type Mp4Track,
  openMp4File,
  type PackagedTrack,
  packageAudio,
  packageEncodedVideo,
  packagePassthroughVideo,
  runFfmpeg,
  rungFile,
  STABLE_MARGIN_FRAMES,
  segmentFrames,
  targetDurationSec,
  type VideoJob,
  videoArgs,
} from "@shoal/media";
import type { JobDeps } from "../jobs/job.ts";
import { cpuLimitSecOf } from "./cpu-limits.ts";
import { openSourceBytes, readSourceTracks, tracksOf, withSource } from "./source.ts";
import { storeTrack } from "./store-track.ts";

/** The segments `[segmentFrom, segmentTo)` of one generation of a video. */
export interface TrackRange {
  payload: Omit<JobPayload<"encode-audio">, "plan">;
  plan: EncodePlan;
  segmentFrom: number;
  segmentTo: number;
  /** The limit of CPU seconds for the video; the tools' own limit by default. */
  picturesCpuSec?: number;
}

type Mp4File = Awaited<ReturnType<typeof openMp4File>>;

/** Opens a file that ffmpeg wrote, and closes it after the given function. */
async function withMp4File<T>(path: string, work: (file: Mp4File) => Promise<T>): Promise<T> {
  const file = await openMp4File(path);
  try {
    return await work(file);
  } finally {
    await file[Symbol.asyncDispose]();
  }
}

/** Encodes rungs of a range, which is decoded once, and stores them. */
export async function encodeRungs(
  range: TrackRange,
  rungs: readonly PlannedRung[],
  deps: JobDeps,
): Promise<TrackOutput[]> {
  if (rungs.length === 0) return [];
  const { plan, segmentFrom, segmentTo, picturesCpuSec } = range;
  const job: VideoJob = { plan, segmentFrom, segmentTo, rungs };
  const frames = Math.max(...rungs.map((rung) => countFrames(job, rung)));
  await withSource(deps, range.payload.source, (run) =>
    runFfmpeg(videoArgs(job), {
      ...run,
      ...(picturesCpuSec === undefined ? {} : { limits: { cpuSec: picturesCpuSec } }),
      onLine: (line) => reportFrames(line, frames, deps),
    }),
  );
  const outputs: TrackOutput[] = [];
  for (const rung of rungs) {
    const output = await withMp4File(
      join(deps.workFolder, rungFile(rung.id)),
      ({ tracks: [track], read }) => {
        if (!track) throw new MediaFault("encoding_failed", `${rung.id}: ffmpeg made no picture`);
        return storeTracks(range, rung, packageEncodedVideo(job, rung, { track, read }), deps);
      },
    );
    outputs.push(output);
  }
  return outputs;
}

/** Encodes audio from the start of the source to the end of the range, and stores the audio of the range. */
export async function encodeAudio(
  range: TrackRange,
  tracks: readonly PlannedAudio[],
  deps: JobDeps,
): Promise<TrackOutput[]> {
  const encoded = tracks.filter(({ mode }) => mode === "encode");
  if (encoded.length === 0) return [];
  const endSec = range.plan.segmentStartsSec[range.segmentTo] ?? 0;
  const wholeSec = range.plan.segmentStartsSec.at(-1) ?? endSec;
  const marginSec = (STABLE_MARGIN_FRAMES * 1024) / 48_000;
  const madeSec = Math.min(wholeSec, endSec + marginSec);
  const { source } = range.payload;
  const limits = {
    cpuSec: cpuLimitSecOf({ sizeBytes: source.sizeBytes, soundSec: madeSec * encoded.length }),
  };
  await withSource(deps, source, (run) =>
    runFfmpeg(audioArgs(encoded, { info: range.plan.info, endSec: madeSec }), {
      ...run,
      limits,
      onLine: (line) => reportTime(line, madeSec, deps),
    }),
  );
  const outputs: TrackOutput[] = [];
  for (const planned of encoded) {
    const output = await withMp4File(
      join(deps.workFolder, audioFile(planned.id)),
      ({ tracks: [track], read }) => {
        if (!track) throw new MediaFault("encoding_failed", `${planned.id}: ffmpeg made no sound`);
        return storeTracks(range, planned, packageAudio(range, planned, { track, read }), deps);
      },
    );
    outputs.push(output);
  }
  return outputs;
}

/**
 * Repackages the source's own samples: the `copy` rung if `withVideo` is set, and the copied audio tracks.
 * @param tracks the source's tracks, if the caller has already read them.
 */
export async function copyTracks(
  range: TrackRange,
  { withVideo, tracks }: { withVideo: boolean; tracks?: readonly Mp4Track[] | undefined },
  deps: JobDeps,
): Promise<TrackOutput[]> {
  const { plan, payload } = range;
  const rungs = withVideo ? plan.rungs.filter(({ mode }) => mode === "copy") : [];
  const audio = plan.audio.filter(({ mode }) => mode === "copy");
  if (rungs.length + audio.length === 0) return [];
  const bytes = openSourceBytes(deps.store, payload.source);
  const trackOf = tracks ? tracksOf(tracks) : await readSourceTracks(payload.source, deps);
  const outputs: TrackOutput[] = [];
  for (const rung of rungs) {
    const track = trackOf(plan.info.video.streamIndex);
    outputs.push(
      await storeTracks(range, rung, packagePassthroughVideo(range, { track, read: bytes.read }), deps),
    );
  }
  for (const planned of audio) {
    const track = trackOf(planned.streamIndex);
    outputs.push(
      await storeTracks(range, planned, packageAudio(range, planned, { track, read: bytes.read }), deps),
    );
  }
  return outputs;
}

/** Stores a track under a name that depends on everything that determines its bytes. */
function storeTracks(
  range: TrackRange,
  planned: PlannedRung | PlannedAudio,
  track: PackagedTrack,
  deps: JobDeps,
): Promise<TrackOutput> {
  const { payload, plan, segmentFrom, segmentTo } = range;
  const { videoUuid, generation, source } = payload;
  const grid = plan.segmentStartsSec.slice(segmentFrom, segmentTo + 1);
  const tool = planned.mode === "encode" ? deps.ffmpegVersion : "copy";
  const ingredients = [source.object, source.sizeBytes, plan.info.video, planned, segmentFrom, grid, tool];
  const identity = { videoUuid, generation, trackId: planned.id, ingredients };
  const target = targetDurationSec(plan.segmentStartsSec);
  return storeTrack(track, { ...identity, targetDurationSec: target }, deps);
}

function countFrames(job: VideoJob, rung: PlannedRung): number {
  const edges = segmentFrames(job, rung);
  return Math.max(1, (edges.at(-1) ?? 0) - (edges[0] ?? 0));
}

function reportFrames(line: string, frames: number, deps: JobDeps): void {
  const match = /^frame=\s*(\d+)/.exec(line);
  if (match) deps.onProgress(Math.min(1, Number(match[1]) / frames));
}

function reportTime(line: string, endSec: number, deps: JobDeps): void {
  const match = /^out_time_us=(\d+)/.exec(line);
  if (match) deps.onProgress(Math.min(1, Number(match[1]) / 1e6 / endSec));
}
