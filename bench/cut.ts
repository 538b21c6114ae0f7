import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import type { JobPayload } from "@shoal/contract/jobs";
import type { EncodePlan, SegmentIndex, TrackOutput } from "@shoal/contract/stored-data";
import {
  createJobHarness,
  type JobHarness,
  openedOf,
  videoIdentity,
} from "../apps/worker/src/testing/job-harness.ts";
import type { Bench, Figure } from "./bench.ts";
import { FILM_PATH, measureCpu, plainFfmpeg, TEST_LADDER } from "./encode.ts";

const execFileAsync = promisify(execFile);
const CUT_RANGE = { inSec: 15.25, outSec: 75.25 };
const HOUR_SEC = 3_600;
const MAX_CPU_RATIO = 1.2;
const MAX_READY_SEC = 3;
const MAX_PICTURES_CPU_SEC = 15;
/** The number of rounds. Each measures the reference and the cut, because the speed of a shared machine varies. */
const ROUND_COUNT = 5;

/** Measures the cost of cutting a minute, compared with plain ffmpeg encoding the same frames. */
async function measureCuts(harness: JobHarness): Promise<Figure[]> {
  const path = join(harness.folder, "film.mkv");
  await execFileAsync("ffmpeg", [
    "-v",
    "error",
    "-y",
    "-stream_loop",
    "2",
    "-i",
    FILM_PATH,
    "-c",
    "copy",
    path,
  ]);
  const source = await harness.addSource(path, "film");
  const opened = openedOf(await harness.open(source));
  const payload = await planCut(harness, opened.plan, await harness.finish(source, opened));
  const edges = await writeEdgeFiles(harness, path);
  const runs: CutRun[] = [];
  for (let round = 0; round < ROUND_COUNT; round++) runs.push(await measureCut(harness, payload, edges));
  const [ratio, readySec] = [
    computeMedian(runs, (each) => each.cut / each.plain),
    computeMedian(runs, (each) => each.readySec),
  ];
  const detail = `medians of ${ROUND_COUNT} rounds: sound of 60 s and all ${computeMedian(runs, ({ cut }) => cut).toFixed(2)} s of CPU, its edges by plain ffmpeg ${computeMedian(runs, ({ plain }) => plain).toFixed(2)} s; the length of the film costs nothing`;
  return [
    {
      name: "accurate cut of 60 s: CPU / plain encoding of its edges",
      value: ratio.toFixed(2),
      reach: `≤ ${MAX_CPU_RATIO}`,
      isReached: ratio <= MAX_CPU_RATIO,
      detail,
    },
    {
      name: "accurate cut of 60 s: playable after",
      value: `${readySec.toFixed(2)} s`,
      reach: `≤ ${MAX_READY_SEC} s`,
      isReached: readySec <= MAX_READY_SEC,
    },
  ];
}

interface CutRun {
  /** Returns the CPU seconds of the reference. */
  plain: number;
  cut: number;
  readySec: number;
}

/** Measures the reference, and afterwards the cut in the order of the queue: the lowest rung and the audio come first. */
async function measureCut(
  harness: JobHarness,
  payload: JobPayload<"cut-audio">,
  edges: string[],
): Promise<CutRun> {
  const [lowest = "", ...others] = payload.plan.rungs.map(({ id }) => id);
  const audioIds = payload.plan.audio.map(({ id }) => id);
  const plain = await measureCpu(async () => {
    for (const edge of edges) await plainFfmpeg(edge, TEST_LADDER);
  });
  const cut = (pieceIndex: number, rungIds: string[], sound: string[]) =>
    measureCpu(() => harness.run("cut-video", { ...payload, pieceIndex, rungIds, audioIds: sound }));
  const first = await cut(0, [lowest], audioIds);
  const rest = await cut(1, others, []);
  for (const { value } of [first, rest]) if (value.type === "failed") throw new Error(JSON.stringify(value));
  return { plain: plain.cpu, cut: first.cpu + rest.cpu, readySec: first.wall };
}

/**
 * Writes the edges that the cut re-encodes as separate files, so the reference decodes nothing else. A group of pictures is two
 * seconds long. The re-encoded edges are therefore 15.25 to 16 s and 74 to 75.25 s.
 */
async function writeEdgeFiles(harness: JobHarness, film: string): Promise<string[]> {
  const paths: string[] = [];
  for (const [fromSec, lengthSec] of [
    [15.25, 0.75],
    [74, 1.25],
  ]) {
    const path = join(harness.folder, `edge-${fromSec}.mkv`);
    await execFileAsync("ffmpeg", [
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

function computeMedian(runs: readonly CutRun[], pick: (each: CutRun) => number): number {
  const sorted = runs.map(pick).toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** Publishes the tracks and plans the cut as the api does. */
async function planCut(
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
  return { videoUuid: "00000000-0000-4000-8000-0000000000c0", generation: 1, tracks, plan, ...CUT_RANGE };
}

/** Measures the thumbnail and storyboard of an hour of video, from the source's frames. */
async function measureFramesOfHour(harness: JobHarness): Promise<Figure> {
  const path = join(harness.folder, "hour.mp4");
  const loops = Math.ceil(HOUR_SEC / 30) - 1;
  await execFileAsync("ffmpeg", [
    "-v",
    "error",
    "-y",
    "-stream_loop",
    `${loops}`,
    "-i",
    FILM_PATH,
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
    const result = await harness.run("copy-piece", {
      ...videoIdentity,
      source,
      plan: copied,
      pieceIndex: index,
    });
    if (result.type !== "piece") throw new Error(JSON.stringify(result));
    outputs.push(...result.outputs);
  }
  const [head] = outputs;
  if (!head) throw new Error("Nothing was copied");
  const lowestRung = { ...head, segments: outputs.flatMap(({ segments }) => segments) };
  const { cpu } = await measureCpu(() =>
    harness.run("make-storyboard", { ...videoIdentity, source, plan: copied, lowestRung, isWhole: true }),
  );
  return {
    name: "storyboard and thumbnail of an hour: CPU",
    value: `${cpu.toFixed(1)} s`,
    reach: `≤ ${MAX_PICTURES_CPU_SEC} s`,
    isReached: cpu <= MAX_PICTURES_CPU_SEC,
    detail: "from 1080p, the dearest case: a ladder has 360p",
  };
}

export const cutBench: Bench[] = [
  {
    name: "cut",
    async run() {
      const harness = await createJobHarness("auto");
      try {
        return [...(await measureCuts(harness)), await measureFramesOfHour(harness)];
      } finally {
        await harness.dispose();
      }
    },
  },
];
