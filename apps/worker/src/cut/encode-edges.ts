import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { EncodePlan, PlannedRung } from "@shoal/contract";
import {
  type CutPart,
  openMp4File,
  type PackagedSegment,
  packageEncodedVideo,
  runFfmpeg,
  rungFile,
  type VideoJob,
  videoArgs,
} from "@shoal/media";
import type { JobDeps } from "../jobs/job.ts";
import { type CutPayload, type CutSource, indexOf, initOf, segmentOf } from "./cut-source.ts";

/** A part that was encoded anew, of one rung. */
export interface EncodedEdge {
  init: Buffer;
  codecs: string;
  segment: PackagedSegment;
}

/** A part at an edge, and its place among the segments of the cut. */
export interface Edge {
  part: CutPart;
  number: number;
}

/** Encodes the pictures of a part for some rungs, from one decode of the largest rung's segment. By the rungs' ids. */
export async function encodeEdge(
  { part, number }: Edge,
  rungs: readonly PlannedRung[],
  { payload, source }: { payload: CutPayload; source: CutSource },
  deps: JobDeps,
): Promise<Map<string, EncodedEdge>> {
  const folder = join(deps.workFolder, `edge-${number}`);
  await mkdir(folder);
  const input = await writeInput(part, source, folder, deps);
  const { startSec } = segmentOf(indexOf(source, source.topRungId), part.segment);
  const made = jobOf(payload.plan, rungs, 0, part, -startSec);
  const sandboxed = { sandbox: deps.sandbox, inputPath: input, outputFolder: folder, signal: deps.signal };
  await runFfmpeg(videoArgs({ ...made, plan: { ...made.plan, info: infoOf(payload.plan) } }), sandboxed);
  const packaged = jobOf(payload.plan, rungs, number, part, source.mediaOffsetSec);
  const edges = new Map<string, EncodedEdge>();
  for (const rung of rungs) edges.set(rung.id, await packageEdge(packaged, rung, folder));
  return edges;
}

/** The segment with its init segment, as a file that ffmpeg reads. */
async function writeInput(
  part: CutPart,
  source: CutSource,
  folder: string,
  { store }: JobDeps,
): Promise<string> {
  const index = indexOf(source, source.topRungId);
  const segment = segmentOf(index, part.segment);
  const init = initOf(index, segment);
  const path = join(folder, "segment.mp4");
  const bytes = await Promise.all([store.read(init.object, init), store.read(segment.object, segment)]);
  await writeFile(path, Buffer.concat(bytes));
  return path;
}

/** The part as the segment `number` of a job, its times moved; more segments follow, so that no picture is held. */
function jobOf(
  plan: EncodePlan,
  rungs: readonly PlannedRung[],
  number: number,
  { startSec, endSec }: CutPart,
  movedSec: number,
): VideoJob {
  const [from, to] = [startSec + movedSec, endSec + movedSec];
  const segmentStartsSec = [...Array.from({ length: number }, () => 0), from, to, to + 1];
  return { plan: { ...plan, segmentStartsSec }, rungs, segmentFrom: number, segmentTo: number + 1 };
}

/** What ffmpeg reads is the largest rung: upright, progressive, its only stream. */
function infoOf({ info, rungs }: EncodePlan): EncodePlan["info"] {
  const { width = 0, height = 0, fps = info.video.fps } = rungs.at(-1) ?? {};
  const plain = { streamIndex: 0, isInterlaced: false, isHdr: false, rotationDeg: 0 };
  return { ...info, startSec: 0, video: { ...info.video, ...plain, width, height, fps } };
}

async function packageEdge(job: VideoJob, rung: PlannedRung, folder: string): Promise<EncodedEdge> {
  const file = await openMp4File(join(folder, rungFile(rung.id)));
  try {
    const [track] = file.tracks;
    if (!track) throw new Error(`${rung.id}: ffmpeg made no picture`);
    const { init, codecs, segments } = packageEncodedVideo(job, rung, { track, read: file.read });
    const { value: segment } = await segments.next();
    return { init, codecs, segment };
  } finally {
    await file[Symbol.asyncDispose]();
  }
}
