import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ByteRange, EncodePlan, PlannedRung } from "@shoal/contract/stored-data";
import {
  type CutPart,
  colourRangeOf,
  frameRange,
  frameTicksOf,
  joinGroups,
  lastFrameSec,
  MediaFault,
  moveFragment,
  openMp4File,
  type PackagedSegment,
  packageEncodedVideo,
  readTimescale,
  runFfmpeg,
  rungColours,
  rungFile,
  timescaleOf,
  toFps,
  type VideoJob,
  videoArgs,
} from "@shoal/media";
import type { JobDeps } from "../jobs/job.ts";
import { FIRST_PICTURES_CPU_SEC } from "../media/cpu-limits.ts";
import { copiedInitOf, indexOf, initOf, type OpenCut, offsetOf, requireSegment } from "./cut-source.ts";

/** A re-encoded part of one rung. */
export interface EncodedEdge {
  init: Buffer;
  codecs: string;
  segment: PackagedSegment;
}

/** The re-encoded parts, by the part's index and then by the rung's id. */
export type EdgesByPart = ReadonlyMap<number, ReadonlyMap<string, EncodedEdge>>;

/** A part at an edge of the cut, with its position among the segments of the cut. */
interface CutEdge {
  part: CutPart;
  number: number;
}

/** Consecutive edges that one decoder can read, since they share an init segment. */
interface EdgeRun {
  init: ByteRange;
  edges: CutEdge[];
}

/**
 * Encodes the edges for some rungs with one ffmpeg process, which decodes them once as if they were one video. The first edge ends
 * with a GOP and the last one starts with a GOP, so no frames are needed in between.
 */
export async function encodeEdges(
  cut: OpenCut,
  rungs: readonly PlannedRung[],
  deps: JobDeps,
): Promise<EdgesByPart> {
  const made = new Map<number, Map<string, EncodedEdge>>();
  const from = chooseDecodedRung(cut.payload.plan, rungs);
  for (const run of runsOf(cut, from))
    for (const [number, byRung] of await encodeRun(run, rungs, from, cut, deps)) made.set(number, byRung);
  return made;
}

/**
 * Chooses the rung to decode: the smallest one with at least twice the lines of the output, or otherwise the largest. The smallest
 * rung is published first, and thus does not wait for frames nine times its size.
 */
function chooseDecodedRung({ rungs }: EncodePlan, wanted: readonly PlannedRung[]): PlannedRung {
  const lines = 2 * Math.max(...wanted.map(({ height }) => height));
  const fps = Math.max(...wanted.map((rung) => rung.fps.num / rung.fps.den));
  const rung =
    rungs.find(({ height, fps: own }) => height >= lines && own.num / own.den >= fps) ?? rungs.at(-1);
  if (!rung) throw new Error("A cut without a rung");
  return rung;
}

/**
 * Groups the edges into runs. The parts of a cut made from another cut may need different parameter sets, in which case they are
 * decoded separately.
 */
function runsOf({ source, parts }: OpenCut, { id }: PlannedRung): EdgeRun[] {
  const runs = new Map<string, EdgeRun>();
  const index = indexOf(source, id);
  for (const [number, part] of parts.entries()) {
    if (part.kind !== "encode") continue;
    const init = initOf(index, requireSegment(index, part.segment));
    const run = runs.get(init.sha256) ?? { init, edges: [] };
    runs.set(init.sha256, { ...run, edges: [...run.edges, { part, number }] });
  }
  return [...runs.values()];
}

async function encodeRun(
  run: EdgeRun,
  rungs: readonly PlannedRung[],
  from: PlannedRung,
  cut: OpenCut,
  deps: JobDeps,
) {
  const folder = join(deps.workFolder, `edge-${run.edges[0]?.number}`);
  await mkdir(folder);
  const { path: inputPath, lastSec } = await writeInput(run, from, cut, folder, deps);
  const isOfItself = rungs.every(({ id }) => id === from.id);
  const job: VideoJob = {
    ...joinedJob(run, rungs, from, { plan: cut.payload.plan, lastSec }),
    ...(cut.setIds ? { setIds: cut.setIds } : {}),
    // The passthrough part between the edges may have only some of the colour tags, so its range can differ from the range in the
    // plan.
    ...(isOfItself ? { keptRange: colourRangeOf(await deps.store.read(run.init.object, run.init)) } : {}),
  };
  const { sandbox, signal } = deps;
  const onLine = (line: string) => reportTime(line, job, deps);
  // The job occupies a slot that first publications need. Its CPU time is therefore limited.
  const limits = { cpuSec: FIRST_PICTURES_CPU_SEC * run.edges.length };
  await runFfmpeg(videoArgs(job), { sandbox, inputPath, outputFolder: folder, signal, onLine, limits });
  const made = new Map(run.edges.map(({ number }) => [number, new Map<string, EncodedEdge>()]));
  for (const rung of rungs)
    for (const [number, edge] of await packageRung(job, rung, run.edges, { cut, deps, folder }))
      made.get(number)?.set(rung.id, edge);
  return made;
}

function reportTime(line: string, { plan, segmentTo }: VideoJob, deps: JobDeps): void {
  const [, microseconds] = /^out_time_us=(\d+)/.exec(line) ?? [];
  const [fromSec = 0, endSec = 0] = [plan.segmentStartsSec[0], plan.segmentStartsSec[segmentTo]];
  if (microseconds) deps.onProgress(Math.min(1, Number(microseconds) / 1e6 / (endSec - fromSec)));
}

/** Writes the GOPs that contain the edges as a file for ffmpeg. Also returns the start of the last frame of the last GOP. */
async function writeInput(
  { init, edges }: EdgeRun,
  { id }: PlannedRung,
  { source }: OpenCut,
  folder: string,
  { store }: JobDeps,
): Promise<{ path: string; lastSec: number }> {
  const index = indexOf(source, id);
  const initBytes = await store.read(init.object, init);
  const groups = edges.map(async ({ part: { segment: number, groupSec, startSec, endSec } }) => {
    const segment = requireSegment(index, number);
    const [fromSec, shownFromSec, toSec] = [groupSec, startSec, endSec].map(
      (sec) => sec + offsetOf(index, segment),
    ) as [number, number, number];
    return { segment: await store.read(segment.object, segment), fromSec, shownFromSec, toSec };
  });
  const path = join(folder, "groups.mp4");
  const taken = await Promise.all(groups);
  await writeFile(path, Buffer.concat([initBytes, joinGroups(taken, initBytes)]));
  const last = taken.at(-1);
  const lastSec = last ? lastFrameSec(last, readTimescale(initBytes)) - last.fromSec : 0;
  return { path, lastSec };
}

/**
 * Plans the edges as segments of a video that starts with the GOP of the first edge.
 * @param lastSec the start of the last frame of the last GOP, in seconds from the start of that GOP.
 */
function joinedJob(
  { edges }: EdgeRun,
  rungs: readonly PlannedRung[],
  from: PlannedRung,
  { plan, lastSec }: { plan: EncodePlan; lastSec: number },
): VideoJob {
  const segmentStartsSec: number[] = [];
  let endSec = 0;
  let groupSec = 0;
  for (const { part } of edges) {
    groupSec = endSec;
    segmentStartsSec.push(endSec + part.startSec - part.groupSec);
    endSec += part.endSec - part.groupSec;
  }
  const frameSec = 1 / toFps(from.fps);
  const isHeld = groupSec + lastSec + 1.5 * frameSec < endSec;
  const info = mediaInfoOf(plan, from);
  const held = { ...info, video: { ...info.video, endSec: groupSec + lastSec + frameSec } };
  // The encoder expects more frames to follow. A frame is therefore repeated only where the source repeats it.
  const joined = {
    ...plan,
    info: isHeld ? held : info,
    segmentStartsSec: [...segmentStartsSec, endSec, endSec + 1],
  };
  return { plan: joined, rungs, segmentFrom: 0, segmentTo: edges.length };
}

/** Describes a rung as ffmpeg's input, which is upright, progressive, and the only stream. */
function mediaInfoOf({ info }: EncodePlan, { width, height, fps }: PlannedRung): EncodePlan["info"] {
  const { startSec: _startSec, endSec: _endSec, colours, ...video } = info.video;
  const made = colours ? { colours: rungColours(colours) } : {};
  const plain = { streamIndex: 0, isInterlaced: false, isHdr: false, rotationDeg: 0 };
  return { ...info, startSec: 0, video: { ...video, ...plain, ...made, width, height, fps } };
}

/** Packages the edges of a rung, each with the number and the start time of its part. */
async function packageRung(
  job: VideoJob,
  rung: PlannedRung,
  edges: readonly CutEdge[],
  { cut, deps, folder }: { cut: OpenCut; deps: JobDeps; folder: string },
) {
  const timescales = { from: timescaleOf(rung), to: await timescaleFor(cut, rung, deps) };
  const index = indexOf(cut.source, rung.id);
  const file = await openMp4File(join(folder, rungFile(rung.id)));
  try {
    const [track] = file.tracks;
    if (!track) throw new MediaFault("encoding_failed", `${rung.id}: ffmpeg made no picture`);
    const { init, codecs, segments } = packageEncodedVideo(job, rung, { track, read: file.read });
    const made: [number, EncodedEdge][] = [];
    for await (const segment of segments) {
      const edge = edges[segment.number];
      if (!edge) continue;
      const startSec = edge.part.startSec + offsetOf(index, requireSegment(index, edge.part.segment));
      const ticks = frameRange(rung.fps, startSec, startSec).from * frameTicksOf(rung);
      const baseTicks = Math.round((ticks * timescales.to) / timescales.from);
      const bytes = moveFragment(segment.bytes, edge.number, baseTicks, timescales);
      made.push([edge.number, { init, codecs, segment: { ...segment, number: edge.number, bytes } }]);
    }
    return made;
  } finally {
    await file[Symbol.asyncDispose]();
  }
}

/** Returns the timescale of the init segment used by an edge. */
async function timescaleFor(cut: OpenCut, rung: PlannedRung, { store }: JobDeps): Promise<number> {
  const init = copiedInitOf(cut, rung.id);
  return init && cut.setIds ? readTimescale(await store.read(init.object, init)) : timescaleOf(rung);
}
