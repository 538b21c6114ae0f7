import { sizeOf } from "./media.ts";
import type { WorldOptions } from "./simulation.types.ts";
import type { Viewer } from "./viewer.ts";
import { World } from "./world.ts";

export interface SimResult {
  offload: number;
  /** The highest possible offload, which is reached if every segment is fetched from the server once. */
  ceiling: number;
  stalls: number;
  stalledSec: number;
  startupMs: number;
  startupWorstMs: number;
  /** The bytes from peers that were not used, as a share of all bytes from peers. */
  wasted: number;
  /** The Gini coefficient of the bytes that viewers sent. 0 means that all viewers sent the same amount. */
  gini: number;
  /** The highest upload of any viewer, as a multiple of what the rule allows in that time. */
  largestUse: number;
  serverPeakMbps: number;
  serverMeanMbps: number;
  /** The server's traffic by second since the start. */
  serverMbpsBySec: number[];
  latencySec: number;
  latencyWorstSec: number;
  wrong: number;
  /** The highest number of wrong pieces that one viewer received from one peer. */
  wrongWorst: number;
  viewers: Viewer[];
}

/** Runs a swarm. The same options always give the same result. */
export function simulate(options: WorldOptions): SimResult {
  const world = new World(options);
  const viewers = world.run();
  const sum = (value: (viewer: Viewer) => number) =>
    viewers.reduce((total, viewer) => total + value(viewer), 0);
  const bytesPeer = sum(({ downloads }) => downloads.bytesPeer);
  const bytesServer = sum(({ downloads }) => downloads.bytesServer);
  const bytesWasted = sum(({ downloads }) => downloads.bytesWasted);
  const useful = bytesPeer - bytesWasted;
  const latencies = viewers.flatMap(({ player }) => player.latencies);
  const seconds = Math.ceil(options.durationMs / 1_000);
  const serverMbpsBySec = Array.from(
    { length: seconds },
    (_, second) => ((world.serverBySec[second] ?? 0) * 8) / 1e6,
  );
  const startups = viewers.map(({ player }) => player.startupMs ?? options.durationMs);
  return {
    offload: useful / Math.max(1, useful + bytesServer),
    ceiling: ceilingOf(world, viewers),
    stalls: sum(({ player }) => player.stalls),
    stalledSec: sum(({ player }) => player.stalledMs) / 1000,
    startupMs: median(startups),
    startupWorstMs: Math.max(...startups),
    wasted: bytesWasted / Math.max(1, bytesPeer),
    gini: computeGini(viewers.map(({ uploads }) => uploads.bytesUp)),
    largestUse: largestUseOf(world, viewers),
    serverPeakMbps: serverMbpsBySec.reduce((peak, mbps) => Math.max(peak, mbps), 0),
    serverMbpsBySec,
    serverMeanMbps: (bytesServer * 8) / options.durationMs / 1e3,
    latencySec: median(latencies),
    latencyWorstSec: latencies.reduce((worst, value) => Math.max(worst, value), 0),
    wrong: sum(({ downloads }) => downloads.wrongSegments),
    wrongWorst: Math.max(0, ...viewers.flatMap(({ downloads }) => [...downloads.wrongBy.values()])),
    viewers,
  };
}

function ceilingOf({ media }: World, viewers: readonly Viewer[]): number {
  const distinct = new Set<string>();
  let all = 0;
  for (const { downloads, player } of viewers) {
    all += downloads.bytesServer + downloads.bytesPeer - downloads.bytesWasted;
    for (const segment of player.everHeld) distinct.add(segment);
  }
  let once = 0;
  for (const segment of distinct) once += sizeOf(media, segment);
  return 1 - once / Math.max(1, all);
}

/** Returns the largest ratio of sent to allowed data among the viewers. */
function largestUseOf({ options }: World, viewers: readonly Viewer[]): number {
  const share = options.rules.uploadPercent / 100;
  return Math.max(
    0,
    ...viewers.map(({ uploads, line }) => uploads.bytesUp / ((line.upKbps / 8) * share * options.durationMs)),
  );
}

function computeGini(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const total = sorted.reduce((sum, value) => sum + value, 0);
  if (total === 0) return 0;
  const weighted = sorted.reduce((sum, value, index) => sum + value * (index + 1), 0);
  return (2 * weighted) / (sorted.length * total) - (sorted.length + 1) / sorted.length;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
