import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import type { JobPayload } from "@shoal/contract/jobs";
import type { EncodePlan, SegmentIndex, TrackOutput } from "@shoal/contract/stored-data";
import {
  createJobHarness,
  identity,
  type JobHarness,
  openedOf,
} from "../apps/worker/src/testing/job-harness.ts";
import type { Bench, Figure } from "./bench.ts";
import { FILM, LADDER, measure, plainFfmpeg } from "./encode.ts";

const run = promisify(execFile);
const CUT = { inSec: 15.25, outSec: 75.25 };
const HOUR_SEC = 3_600;
const CPU_RATIO = 1.2;
const READY_SEC = 3;
const PICTURES_CPU_SEC = 15;
/** The number of rounds of reference and cut, since the speed of a shared machine varies. */
const ROUNDS = 5;

/** Measures the cost of cutting a minute, compared with plain ffmpeg encoding the same frames. */
async function cutFigures(harness: JobHarness): Promise<Figure[]> {
  const path = join(harness.folder, "film.mkv");
  await run("ffmpeg", ["-v", "error", "-y", "-stream_loop", "2", "-i", FILM, "-c", "copy", path]);
  const source = await harness.addSource(path, "film");
  const opened = openedOf(await harness.open(source));
  const payload = await cutOf(harness, opened.plan, await harness.finish(source, opened));
  const edges = await edgesAsFiles(harness, path);
  const runs: CutRun[] = [];
  for (let round = 0; round < ROUNDS; round++) runs.push(await measureCut(harness, payload, edges));
  const [ratio, readySec] = [
    medianOf(runs, (each) => each.cut / each.plain),
    medianOf(runs, (each) => each.readySec),
  ];
  const detail = `medians of ${ROUNDS} rounds: sound of 60 s and all ${medianOf(runs, ({ cut }) => cut).toFixed(2)} s of CPU, its edges by plain ffmpeg ${medianOf(runs, ({ plain }) => plain).toFixed(2)} s; the length of the film costs nothing`;
  return [
    {
      name: "accurate cut of 60 s: CPU / plain encoding of its edges",
      value: ratio.toFixed(2),
      reach: `≤ ${CPU_RATIO}`,
      isReached: ratio <= CPU_RATIO,
      detail,
    },
    {
      name: "accurate cut of 60 s: playable after",
      value: `${readySec.toFixed(2)} s`,
      reach: `≤ ${READY_SEC} s`,
      isReached: readySec <= READY_SEC,
    },
  ];
}

interface CutRun {
  /** Returns the CPU seconds of the reference. */
  plain: number;
  cut: number;
  readySec: number;
}

/** Measures the reference and afterwards the cut, in the order of the queue: the lowest rung and the audio first. */
async function measureCut(
  harness: JobHarness,
  payload: JobPayload<"cut-audio">,
  edges: string[],
): Promise<CutRun> {
  const [lowest = "", ...others] = payload.plan.rungs.map(({ id }) => id);
  const audioIds = payload.plan.audio.map(({ id }) => id);
  const plain = await measure(async () => {
    for (const edge of edges) await plainFfmpeg(edge, LADDER);
  });
  const cut = (pieceIndex: number, rungIds: string[], sound: string[]) =>
    measure(() => harness.run("cut-video", { ...payload, pieceIndex, rungIds, audioIds: sound }));
  const first = await cut(0, [lowest], audioIds);
  const rest = await cut(1, others, []);
  for (const { value } of [first, rest]) if (value.type === "failed") throw new Error(JSON.stringify(value));
  return { plain: plain.cpu, cut: first.cpu + rest.cpu, readySec: first.wall };
}

/**
 * Writes the edges that the cut re-encodes as separate files, so that the reference decodes nothing else. A group of pictures is
 * two seconds, so the edges are 15.25 to 16, and 74 to 75.25.
 */
async function edgesAsFiles(harness: JobHarness, film: string): Promise<string[]> {
  const paths: string[] = [];
  for (const [fromSec, lengthSec] of [
    [15.25, 0.75],
    [74, 1.25],
  ]) {
    const path = join(harness.folder, `edge-${fromSec}.mkv`);
    await run("ffmpeg", [
      "-v",
      "error",
      "-y",
      "-ss",
      `${fromSec}`,
      "-i",
      film,
      "-t",
      `${lengthSec}`,
      "-an",

      "-c:v",
      "libx264",
      "-preset",
      "veryfast",
      "-crf",
      "20",
      "-g",
      "48",
      path,
    ]);
    paths.push(path);
  }
  return paths;
}

function medianOf(runs: readonly CutRun[], pick: (each: CutRun) => number): number {
  const sorted = runs.map(pick).toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** Publishes the tracks and plans the cut as the api does. */
async function cutOf(
  harness: JobHarness,
  plan: EncodePlan,
  indexes: Map<string, SegmentIndex>,
): Promise<JobPayload<"cut-audio">> {
  const tracks: JobPayload<"cut-audio">["tracks"] = [];
  for (const [trackId, index] of indexes) {
    const indexObject = `indexes/${trackId}.json`;
    await harness.store.put(indexObject, Buffer.from(JSON.stringify(index)));
    tracks.push({ trackId, kind: trackId.startsWith("v") ? "video" : "audio", indexObject });
  }
  return { videoUuid: "00000000-0000-4000-8000-0000000000c0", generation: 1, tracks, plan, ...CUT };
}

/** Measures the thumbnail and storyboard of an hour of video, from the source's frames. */
async function framesOfAnHour(harness: JobHarness): Promise<Figure> {
  const path = join(harness.folder, "hour.mp4");
  const loops = Math.ceil(HOUR_SEC / 30) - 1;
  await run("ffmpeg", [
    "-v",
    "error",
    "-y",
    "-stream_loop",
    `${loops}`,
    "-i",
    FILM,
    "-an",
    "-c",
    "copy",

    "-t",
    `${HOUR_SEC}`,
    "-movflags",
    "+faststart",
    path,
  ]);
  const source = await harness.addSource(path, "hour");
  const { plan } = openedOf(await harness.open(source));
  const copied = { ...plan, rungs: plan.rungs.filter(({ mode }) => mode === "copy") };
  const outputs: TrackOutput[] = [];
  for (const { index } of plan.pieces) {
    const result = await harness.run("copy-piece", { ...identity, source, plan: copied, pieceIndex: index });
    if (result.type !== "piece") throw new Error(JSON.stringify(result));
    outputs.push(...result.outputs);
  }
  const [head] = outputs;
  if (!head) throw new Error("Nothing was copied");
  const lowestRung = { ...head, segments: outputs.flatMap(({ segments }) => segments) };
  const { cpu } = await measure(() =>
    harness.run("make-storyboard", { ...identity, source, plan: copied, lowestRung, isWhole: true }),
  );
  return {
    name: "storyboard and thumbnail of an hour: CPU",
    value: `${cpu.toFixed(1)} s`,
    reach: `≤ ${PICTURES_CPU_SEC} s`,
    isReached: cpu <= PICTURES_CPU_SEC,
    detail: "from 1080p, the dearest case: a ladder has 360p",
  };
}

export const cutBench: Bench[] = [
  {
    name: "cut",
    async run() {
      const harness = await createJobHarness("auto");
      try {
        return [...(await cutFigures(harness)), await framesOfAnHour(harness)];
      } finally {
        await harness.dispose();
      }
    },
  },
];
