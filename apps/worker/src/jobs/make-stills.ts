import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { JobPayload } from "@shoal/contract/jobs";
import { type ByteRange, type Segment, SegmentIndex } from "@shoal/contract/stored-data";
import {
  contiguousSegments,
  findFault,
  frameAt,
  Mp4Error,
  runFfmpeg,
  stillArgs,
  stillFile,
} from "@shoal/media";
import { type JobDeps, type JobHandler, resultBase } from "./job.ts";

const INPUT_FILE = "segment.mp4";

type RequestedStill = JobPayload<"make-stills">["stills"][number];
interface SegmentStills {
  segment: Segment;
  stills: RequestedStill[];
}

/**
 * Makes exact frames of a published rung. Each segment is decoded once. The result for a frame that cannot be drawn is an empty
 * object.
 */
export const makeStills: JobHandler<"make-stills"> = async (payload, deps) => {
  const { indexObject, stills } = payload;
  const index = SegmentIndex.parse(JSON.parse(Buffer.from(await deps.store.read(indexObject)).toString()));
  const { parts, beside } = sortBySegment(stills, contiguousSegments(index));
  for (const still of beside) await deps.store.put(still.object, new Uint8Array());
  for (const [done, part] of parts.entries()) {
    deps.signal.throwIfAborted();
    await drawStills(part, index, deps).catch(async (error: unknown) => {
      if (deps.signal.aborted || !isPermanent(error)) throw error;
      for (const still of part.stills) await deps.store.put(still.object, new Uint8Array());
    });
    deps.onProgress((done + 1) / parts.length);
  }
  return { type: "stills", ...resultBase(payload) };
};

/** Whether another attempt would fail for the same reason. */
const isPermanent = (error: unknown) => findFault(error) !== undefined || error instanceof Mp4Error;

function sortBySegment(stills: readonly RequestedStill[], segments: readonly Segment[]) {
  const parts = new Map<Segment, RequestedStill[]>();
  const beside: RequestedStill[] = [];
  for (const still of stills) {
    const segment = segments.findLast(({ startSec }) => startSec <= still.sec);
    if (!segment || segment.startSec + segment.durationSec <= still.sec) beside.push(still);
    else parts.set(segment, [...(parts.get(segment) ?? []), still]);
  }
  return { parts: [...parts].map(([segment, of]): SegmentStills => ({ segment, stills: of })), beside };
}

async function drawStills(
  { segment, stills }: SegmentStills,
  index: SegmentIndex,
  deps: JobDeps,
): Promise<void> {
  const { store, sandbox, workFolder, signal } = deps;
  const init = await store.read(initOf(index, segment).object, initOf(index, segment));
  const media = await store.read(segment.object, segment);
  const offsetSec = segment.mediaOffsetSec ?? index.mediaOffsetSec ?? 0;
  const byOrder = Map.groupBy(stills, ({ sec }) => frameAt(init, media, sec + offsetSec));
  const orders = [...byOrder.keys()].toSorted((a, b) => a - b);
  const inputPath = join(workFolder, INPUT_FILE);
  await writeFile(inputPath, Buffer.concat([init, media]));
  await runFfmpeg(stillArgs(orders), { sandbox, inputPath, outputFolder: workFolder, signal });
  for (const [position, order] of orders.entries()) {
    const path = join(workFolder, stillFile(position));
    const bytes = await readFile(path).catch(emptyIfMissing);
    for (const { object } of byOrder.get(order) ?? []) await store.put(object, bytes);
    await rm(path, { force: true });
  }
  await rm(inputPath);
}

/** Returns an empty file for a frame that ffmpeg did not draw although it succeeded. */
function emptyIfMissing(error: unknown): Uint8Array {
  if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  return new Uint8Array();
}

function initOf(index: SegmentIndex, { initNumber = 0 }: Segment): ByteRange {
  return index.moreInits?.[initNumber - 1] ?? index.init;
}
