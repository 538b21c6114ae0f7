import type { P2pRules } from "@shoal/p2p/protocol";
import { NAT_FAILURE_SHARE, realLine } from "./profiles.ts";
import type { Random } from "./random.ts";
import { type SimResult, simulate } from "./simulate.ts";
import type { WorldOptions } from "./simulation.types.ts";

/** An event that is to come: a live and who will watch it. */
export interface PlannedEvent {
  /** How many watch at the same time. */
  viewers: number;
  /** Within how long they come, one as likely at one moment as at another. */
  arrivalSec: number;
  /** Of what most of them watch. */
  bitrateKbps: number;
  /** How far behind they are; not under `FORECAST_LATENCY_MIN_SEC`. */
  latencySec: number;
  rules: P2pRules;
  /** Of viewers whom the rules admit to the swarm, 0–1. */
  admittedShare: number;
  /** Of viewers on mobile networks, 0–1; they send nothing to others unless the rules let them. */
  cellularShare: number;
}

/** The least, the middle and the most of several runs. */
export interface Spread {
  low: number;
  mid: number;
  high: number;
}

export interface LoadForecast {
  /** The number of simulated viewers; traffic is stated for the whole event. */
  simulatedViewers: number;
  /** Share of the bytes that viewers have from one another, 0–1. */
  offload: Spread;
  /** The most that the servers send in any second. */
  serverPeakMbps: Spread;
  /** While all of them watch. */
  serverMeanMbps: Spread;
  /** The same without peers. */
  aloneMeanMbps: number;
  alonePeakMbps: number;
  /** From the play request to the first picture, of the viewer in the middle. */
  startupMs: Spread;
  /** Stalled time per hour watched. */
  stalledSecPerHour: Spread;
  /** By second since the first viewer comes, with peers and without. */
  timeline: { peers: number[]; alone: number[] };
}

export interface ForecastOptions {
  /** Is told the share that is done, 0–1. */
  onProgress?: (share: number) => void;
  simulatedMax?: number;
}

/** Nearer the simulation says nothing that was measured: parts come too late for peers. */
export const FORECAST_LATENCY_MIN_SEC = 6;
/**
 * A swarm of more exchanges no less, and takes long to simulate: offload 0.941 with 100 viewers, 0.966 with 300, 0.967 with
 * 1,000.
 */
export const SIMULATED_VIEWERS_MAX = 300;

const SEGMENT_SEC = 2;
/** The live has been going on for a while when the first viewer comes. */
const SINCE_SEC = 60;
/** How long all of them watch. */
const TOGETHER_SEC = 60;
const SEEDS = [1, 2, 3] as const;

/**
 * Says what an event's viewers will take from one another and from the servers, by simulating some of them with the scheduler
 * that players run; lines and the share of connections that fail are those of `profiles.ts`.
 * @example forecastLoad({ viewers: 20_000, arrivalSec: 120, bitrateKbps: 3_000, latencySec: 8, ...network });
 */
export function forecastLoad(
  event: PlannedEvent,
  { onProgress = () => undefined, simulatedMax = SIMULATED_VIEWERS_MAX }: ForecastOptions = {},
): LoadForecast {
  const simulatedViewers = Math.min(event.viewers, simulatedMax);
  const scale = event.viewers / simulatedViewers;
  const options = optionsOf(event, simulatedViewers);
  const runs = SEEDS.map((seed, index) => {
    const run = simulate({ ...options, seed });
    onProgress((index + 1) / (SEEDS.length + 1));
    return run;
  });
  const alone = simulate({ ...options, isPeering: false });
  onProgress(1);
  const together = (run: SimResult) => meanOf(trafficOf(run, scale).slice(-TOGETHER_SEC));
  return {
    simulatedViewers,
    offload: spreadOf(runs.map((run) => run.offload)),
    serverPeakMbps: spreadOf(runs.map((run) => run.serverPeakMbps * scale)),
    serverMeanMbps: spreadOf(runs.map(together)),
    aloneMeanMbps: together(alone),
    alonePeakMbps: alone.serverPeakMbps * scale,
    startupMs: spreadOf(runs.map((run) => run.startupMs)),
    stalledSecPerHour: spreadOf(runs.map((run) => run.stalledSec / hoursWatched(event, simulatedViewers))),
    timeline: { peers: trafficOf(runs[0] as SimResult, scale), alone: trafficOf(alone, scale) },
  };
}

function optionsOf(event: PlannedEvent, viewers: number): WorldOptions {
  const { arrivalSec, bitrateKbps, rules, admittedShare, cellularShare } = event;
  const latencySec = Math.max(FORECAST_LATENCY_MIN_SEC, event.latencySec);
  const onCellular = evenly(cellularShare);
  return {
    seed: 1,
    media: { segmentSec: SEGMENT_SEC, kbps: bitrateKbps, isLive: true, count: 0 },
    viewers,
    arriveAtMs: (_index, random: Random) => (SINCE_SEC + random.between(0, arrivalSec)) * 1_000,
    line: (_index, random: Random) => realLine(random),
    conduct: (index) => (!rules.uploadOnCellular && onCellular(index) ? "free" : "honest"),
    isAdmitted: evenly(admittedShare, 1),
    natFailures: NAT_FAILURE_SHARE,

    bufferSec: latencySec,
    latencySec,
    durationMs: (SINCE_SEC + arrivalSec + TOGETHER_SEC) * 1_000,
    rules,
    isPeering: rules.enabled,
  };
}

const GOLDEN = 0.618_033_988_75;
/** Picks a share of all indexes, spread evenly over them (the golden ratio's sequence); another offset picks others. */
const evenly =
  (share: number, offset = 0) =>
  (index: number): boolean =>
    ((index + offset) * GOLDEN) % 1 < share;

/** Mbit/s of the servers by second since the first viewer comes. */
const trafficOf = ({ serverMbpsBySec }: SimResult, scale: number): number[] =>
  serverMbpsBySec.slice(SINCE_SEC).map((mbps) => mbps * scale);

/** Divided by the number of simulated viewers. */
const hoursWatched = ({ arrivalSec }: PlannedEvent, viewers: number): number =>
  (viewers * (arrivalSec / 2 + TOGETHER_SEC)) / 3_600;

function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))] ?? 0;
  return { low: at(0), mid: at(0.5), high: at(1) };
}

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
