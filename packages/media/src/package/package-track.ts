import type { EncodePlan, PlannedAudio, PlannedRung } from "@shoal/contract/stored-data";
import { frameTicksOf, segmentFrames, timescaleOf } from "../encode/video-args.ts";
import type { VideoJob } from "../encode/video-job.ts";
import type { ReadRange } from "../mp4/locate-moov.ts";
import { readSampleBytes } from "../mp4/read-sample-bytes.ts";
import type { Mp4Track } from "../mp4/read-tracks.ts";
import { readAacEntry, readAvcEntry, writeAacEntry, writeAvcEntry } from "../mp4/sample-entries.ts";
import { listSyncSamples, timelineOf } from "../mp4/timeline.ts";
import { writeFragment, writeInit } from "../mp4/write-cmaf.ts";
import { MediaFault } from "../probe/media-fault.ts";

/** A segment ready to be stored. */
export interface PackagedSegment {
  number: number;
  startSec: number;
  durationSec: number;
  bytes: Buffer;
}

export interface PackagedTrack {
  init: Buffer;
  codecs: string;
  /** The segments in order; each is read from the file on demand. */
  segments: AsyncGenerator<PackagedSegment>;
}

/** The file of the samples, and the samples' position on the video's timeline. */
interface SampleSource {
  track: Mp4Track;
  read: ReadRange;
  /** Returns the decode time of sample `n`, in ticks on the video's timeline; never negative. */
  dtsTicks(n: number): number;
  ptsTicks(n: number): number;
  /** The last sample is extended to this time, if later than its own end. */
  endTicks?: number;
}

/** A packaged range of samples. */
interface SegmentCut {
  number: number;
  from: number;
  to: number;
  startSec: number;
  durationSec: number;
}

/**
 * Packages the source's own frames as the segments `[segmentFrom, segmentTo)`, bytes unchanged. Their first decode time is 0,
 * so that composition offsets, which may be negative, determine when each frame is shown.
 */
export function packagePassthroughVideo(
  { plan, segmentFrom, segmentTo }: Pick<VideoJob, "plan" | "segmentFrom" | "segmentTo">,
  { track, read }: { track: Mp4Track; read: ReadRange },
): PackagedTrack {
  const timeline = timelineOf(track, plan.info.startSec);
  const firstDts = track.samples.dts[0] ?? 0;
  const source = {
    track,
    read,
    dtsTicks: (n: number) => (track.samples.dts[n] ?? 0) - firstDts,
    ptsTicks: timeline.ptsTicks,
    endTicks: Math.round((plan.segmentStartsSec.at(-1) ?? 0) * track.timescale),
  };
  const keys = listSyncSamples(track);
  const sampleAt = (segment: number) => {
    if (segment === plan.segmentStartsSec.length - 1) return track.samples.count;
    if (segment === 0) return 0;
    const startSec = plan.segmentStartsSec[segment] ?? 0;
    const key = keys.find((n) => timeline.ptsSec(n) >= startSec - 0.0005);
    if (key === undefined)
      throw new MediaFault("encoding_failed", `No key frame at ${startSec} s: the plan is of another source`);
    return key;
  };
  return {
    ...videoInit(track, track.timescale),
    segments: packageCuts(source, videoCuts(plan, segmentFrom, segmentTo, sampleAt)),
  };
}

/**
 * Packages the frames that ffmpeg made for one rung of a job.
 * @throws MediaFault unless every frame exists, and there is a key frame at each segment start.
 */
export function packageEncodedVideo(
  job: VideoJob,
  rung: PlannedRung,
  { track, read }: { track: Mp4Track; read: ReadRange },
): PackagedTrack {
  const edges = segmentFrames(job, rung);
  const [first = 0, end = 0] = [edges[0], edges.at(-1)];
  if (track.samples.count !== end - first)
    throw new MediaFault(
      "encoding_failed",
      `${rung.id}: ${track.samples.count} frames instead of ${end - first}`,
    );
  const timeline = timelineOf(track, 0);
  const baseTicks = first * frameTicksOf(rung);
  const scale = timescaleOf(rung) / track.timescale;
  const firstDts = track.samples.dts[0] ?? 0;
  const sampleAt = (segment: number) => (edges[segment - job.segmentFrom] ?? end) - first;
  for (let segment = job.segmentFrom; segment < job.segmentTo; segment++)
    if (!track.samples.isSync[sampleAt(segment)])
      throw new MediaFault("encoding_failed", `${rung.id}: no key frame at segment ${segment}`);
  const source = {
    track,
    read,
    dtsTicks: (n: number) => baseTicks + Math.round(((track.samples.dts[n] ?? 0) - firstDts) * scale),
    ptsTicks: (n: number) => baseTicks + Math.round(timeline.ptsTicks(n) * scale),
  };
  const cuts = videoCuts(job.plan, job.segmentFrom, job.segmentTo, sampleAt);
  return { ...videoInit(track, timescaleOf(rung)), segments: packageCuts(source, cuts) };
}

/**
 * Packages audio as segments: each contains the frames that start within it. Frames before 0 (the encoder's priming) are dropped
 * unless negative times are possible.
 * @param offsetSec added to the times inside the segments, but not to listed times. Frames before it are kept: players do not
 * play them, but a decoder needs them for the first sample played.
 */
export function packageAudio(
  { plan, segmentFrom, segmentTo }: Pick<VideoJob, "plan" | "segmentFrom" | "segmentTo">,
  { mode }: PlannedAudio,
  { track, read }: { track: Mp4Track; read: ReadRange },
  offsetSec = 0,
): PackagedTrack {
  const timeline = timelineOf(track, mode === "copy" ? plan.info.startSec : 0);
  const entry = readAacEntry(track.sampleEntry ?? Buffer.alloc(0));
  const init = writeInit({ kind: "audio", timescale: track.timescale, sampleEntry: writeAacEntry(entry) });
  const offsetTicks = Math.round(offsetSec * track.timescale);
  const ticksOf = (n: number) => timeline.ptsTicks(n) + offsetTicks;
  const source = { track, read, dtsTicks: ticksOf, ptsTicks: ticksOf };
  const cuts: SegmentCut[] = [];
  for (let number = segmentFrom; number < segmentTo; number++) {
    const isFirst = number === 0 && offsetTicks > 0;
    const from = isFirst
      ? firstFrameAt(track, ticksOf, 0)
      : firstFrameAt(track, timeline.ptsTicks, plan.segmentStartsSec[number] ?? 0);
    const to = firstFrameAt(track, timeline.ptsTicks, plan.segmentStartsSec[number + 1] ?? 0);
    if (to <= from) break;
    const startSec = isFirst ? 0 : timeline.ptsSec(from);
    cuts.push({ number, from, to, startSec, durationSec: timeline.endSec(to - 1) - startSec });
  }
  return { init, codecs: entry.codecs, segments: packageCuts(source, cuts) };
}

/** Finds a frame by binary search, since the times of audio frames ascend. */
function firstFrameAt(
  { samples, timescale }: Mp4Track,
  ptsTicks: (n: number) => number,
  sec: number,
): number {
  const ticks = Math.max(0, Math.round(sec * timescale));
  let [low, high] = [0, samples.count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ptsTicks(middle) < ticks) low = middle + 1;
    else high = middle;
  }
  return low;
}

function videoInit(track: Mp4Track, timescale: number) {
  const entry = readAvcEntry(track.sampleEntry ?? Buffer.alloc(0));
  const { width, height, codecs } = entry;
  return {
    init: writeInit({ kind: "video", timescale, sampleEntry: writeAvcEntry(entry), width, height }),
    codecs,
  };
}

function videoCuts(
  plan: EncodePlan,
  from: number,
  to: number,
  sampleAt: (segment: number) => number,
): SegmentCut[] {
  return Array.from({ length: to - from }, (_, n) => {
    const number = from + n;
    const [startSec = 0, endSec = 0] = plan.segmentStartsSec.slice(number, number + 2);
    return {
      number,
      from: sampleAt(number),
      to: sampleAt(number + 1),
      startSec,
      durationSec: endSec - startSec,
    };
  });
}

async function* packageCuts(
  source: SampleSource,
  cuts: readonly SegmentCut[],
): AsyncGenerator<PackagedSegment> {
  const { track, read, dtsTicks, ptsTicks } = source;
  for (const { number, from, to, startSec, durationSec } of cuts) {
    const bytes = await readSampleBytes(track, read, from, to);
    const samples = bytes.map((each, at) => {
      const n = from + at;
      const dts = dtsTicks(n);
      const next = n + 1 < track.samples.count ? dtsTicks(n + 1) : dts + lastDuration(source, n);
      return {
        bytes: each,
        durationTicks: next - dts,
        ctsTicks: ptsTicks(n) - dts,
        isSync: track.samples.isSync[n] === 1,
      };
    });
    yield { number, startSec, durationSec, bytes: writeFragment(number, dtsTicks(from), samples) };
  }
}

/** Returns the duration of the last sample: its predecessor's, since its own may use another timescale. */
function lastDuration({ track, dtsTicks, ptsTicks, endTicks = 0 }: SampleSource, n: number): number {
  const ownTicks = n > 0 ? dtsTicks(n) - dtsTicks(n - 1) : (track.samples.duration[n] ?? 0);
  const heldTicks = endTicks - ptsTicks(n);
  // A shorter remainder is caused by rounding and by reordered frames.
  return heldTicks > track.timescale / 2 ? Math.max(ownTicks, heldTicks) : ownTicks;
}
