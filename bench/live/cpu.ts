import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import type { Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { OPTIMIZED_QUALITIES } from "@shoal/contract";
import { listRenditions, liveArgs, planLive } from "@shoal/media";
import { readProcessTree } from "../../harness/faults-processes.ts";
import type { Figure } from "../bench.ts";
import { cpuSecondsOf } from "../edge-process.ts";
import { liveSettings } from "../settings.ts";
import { watchIdle } from "../viewers/idle.ts";
import { makeFilm, playFilm } from "./film.ts";
import { computeMedian } from "./quantile.ts";
import { openLiveStage } from "./stage.ts";

/** The time after which all rungs are encoded and Node has compiled its hot code. */
const WARM_UP_MS = 6_000;
const ROUND_DURATION_MS = 15_000;
const FILM_OPTIONS = { kbps: 4_000, seconds: 30 };
const MAX_RATIO = 1.15;

/** The cores used during one round. */
interface MeasuredRound {
  ingest: number;
  alone: number;
}

/** Measures the ingest's processes with a live of 720p30. Rounds of ffmpeg alone with the same packets alternate with it. */
export async function measureCpu(): Promise<Figure[]> {
  const film = await makeFilm(FILM_OPTIONS);
  const stage = await openLiveStage();
  try {
    const readIdle = watchIdle();
    const rounds: MeasuredRound[] = [];
    while (rounds.length < liveSettings.runs) {
      const live = await stage.openLive();
      const ingest = await measureIngest(film, live.publishUrl, stage.ingestPid());
      await live.end();
      rounds.push({ ingest, alone: await measureFfmpegAlone(film) });
    }
    return [figureOf(rounds, readIdle())];
  } finally {
    await stage.close();
  }
}

async function measureIngest(film: string, publishUrl: string, pid: number): Promise<number> {
  const publisher = playFilm(film, publishUrl);
  try {
    return await measureCores(pid);
  } finally {
    await endProcess(publisher);
  }
}

/** Measures ffmpeg alone. Its output is read and discarded. */
async function measureFfmpegAlone(film: string): Promise<number> {
  const picture = { width: 1_280, height: 720, fps: { num: 30, den: 1 }, isInterlaced: false };
  const plan = planLive({ picture, hasSound: true }, { qualities: OPTIMIZED_QUALITIES });
  const outputs = listRenditions(plan).map(() => "pipe" as const);
  const source = playFilm(film, "pipe:1");
  const args = ["-v", "error", "-nostats", ...liveArgs(plan)];
  const encoder = spawn("ffmpeg", args, { stdio: [source.stdout, "ignore", "inherit", ...outputs] });
  for (const output of encoder.stdio.slice(3)) (output as Readable).resume();
  try {
    return await measureCores(encoder.pid ?? 0);
  } finally {
    await endProcess(source);
    await endProcess(encoder);
  }
}

/** Returns the cores that a process and its descendants use once they are warmed up. */
async function measureCores(pid: number): Promise<number> {
  const cpuSec = async () =>
    (await readProcessTree(pid)).reduce((sum, each) => sum + cpuSecondsOf(each.pid), 0);
  await delay(WARM_UP_MS);
  const before = { cpuSec: await cpuSec(), atMs: performance.now() };
  await delay(ROUND_DURATION_MS);
  const usedSec = (await cpuSec()) - before.cpuSec;
  return (usedSec * 1_000) / (performance.now() - before.atMs);
}

async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGKILL");
  await once(child, "exit");
}

function figureOf(rounds: MeasuredRound[], idle: number): Figure {
  const ratio = computeMedian(rounds.map(({ ingest, alone }) => ingest / alone));
  const each = rounds.map(({ ingest, alone }) => `${ingest.toFixed(3)} and ${alone.toFixed(3)}`).join("; ");
  return {
    name: "live CPU, 720p30 in, 3 rungs out: the ingest and all its processes against the same ffmpeg alone",
    value: `${ratio.toFixed(2)} × (${computeMedian(rounds.map(({ ingest }) => ingest)).toFixed(2)} cores)`,
    reach: `≤ ${MAX_RATIO} ×`,
    isReached: ratio <= MAX_RATIO,
    detail: `cores of the ingest and of ffmpeg alone, each round: ${each}; idle ${(idle * 100).toFixed(0)} %`,
  };
}
