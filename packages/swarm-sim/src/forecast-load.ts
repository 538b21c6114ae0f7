import type { P2pRules } from "@shoal/p2p/protocol";
import { NAT_FAILURE_SHARE, realLine } from "./profiles.ts";
import type { Random } from "./random.ts";
import { type SimResult, simulate } from "./simulate.ts";
import type { WorldOptions } from "./simulation.types.ts";

/** A future event: a live and its audience. */
export interface PlannedEvent {
  /** The peak number of simultaneous viewers. */
  viewers: number;
  /** The time within which the viewers arrive, evenly distributed. */
  arrivalSec: number;
  /** The bitrate that most of the viewers watch. */
  bitrateKbps: number;
  /** How far viewers are behind the live edge. At least `FORECAST_LATENCY_MIN_SEC`. */
  latencySec: number;
  rules: P2pRules;
  /** The share of viewers that the rules admit to the swarm, 0–1. */
  admittedShare: number;
  /** The share of viewers on mobile networks, 0–1. They upload only if the rules allow it. */
  cellularShare: number;
}

/** The minimum, median and maximum of several runs. */
export interface Spread {
  low: number;
  mid: number;
  high: number;
}

export interface LoadForecast {
  /** The number of simulated viewers. The traffic is stated for the whole event. */
  simulatedViewers: number;
  /** The share of bytes that viewers receive from each other, 0–1. */
  offload: Spread;
  /** The maximum traffic of the servers in any second. */
  serverPeakMbps: Spread;
  /** The average traffic of the servers while all viewers watch. */
  serverMeanMbps: Spread;
  /** The mean traffic of the servers without peers. */
  aloneMeanMbps: number;
  alonePeakMbps: number;
  /** The time from the play request to the first frame, as the median of the viewers. */
  startupMs: Spread;
  /** Stalled time per hour watched. */
  stalledSecPerHour: Spread;
  /** The servers' traffic in Mbit/s by second since the first viewer arrives, with peers and without. */
  timeline: { peers: number[]; alone: number[] };
}

export interface ForecastOptions {
  /** Called with the completed share, 0–1. */
  onProgress?: (share: number) => void;
  simulatedMax?: number;
}

/** The minimum latency of a forecast. Below it, the simulation does not match measurements, because parts arrive too late for peers. */
export const FORECAST_LATENCY_MIN_SEC = 6;
/**
 * The maximum number of simulated viewers. Larger swarms do not exchange a smaller share, but take long to simulate. The offload is
 * 0.941 with 100 viewers, 0.966 with 300 and 0.967 with 1,000.
 */
export const MAX_SIMULATED_VIEWERS = 300;

const SEGMENT_SEC = 2;
/** The time for which the live has been running when the first viewer arrives. */
const LIVE_AGE_SEC = 60;
/** How long all viewers watch together. */
const FULL_AUDIENCE_SEC = 60;
const RANDOM_SEEDS = [1, 2, 3] as const;

/**
 * Forecasts what an event's viewers will exchange and what the servers will send, by simulating some of them with the scheduler
 * that players run. Access lines and the share of failing connections come from `profiles.ts`.
 * @example forecastLoad({ viewers: 20_000, arrivalSec: 120, bitrateKbps: 3_000, latencySec: 8, ...network });
 */
export function forecastLoad(
  event: PlannedEvent,
  { onProgress = () => undefined, simulatedMax = MAX_SIMULATED_VIEWERS }: ForecastOptions = {},
): LoadForecast {
  const simulatedViewers = Math.min(event.viewers, simulatedMax);
  const scale = event.viewers / simulatedViewers;
  const options = optionsOf(event, simulatedViewers);
  const runs = RANDOM_SEEDS.map((seed, index) => {
    const run = simulate({ ...options, seed });
    onProgress((index + 1) / (RANDOM_SEEDS.length + 1));
    return run;
  });
  const alone = simulate({ ...options, isPeering: false });
  onProgress(1);
  const together = (run: SimResult) => computeMean(trafficOf(run, scale).slice(-FULL_AUDIENCE_SEC));
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
  const onCellular = selectEvenly(cellularShare);
  return {
    seed: 1,
    media: { segmentSec: SEGMENT_SEC, kbps: bitrateKbps, isLive: true, count: 0 },
    viewers,
    arriveAtMs: (_index, random: Random) => (LIVE_AGE_SEC + random.between(0, arrivalSec)) * 1_000,
    line: (_index, random: Random) => realLine(random),
    conduct: (index) => (!rules.uploadOnCellular && onCellular(index) ? "free" : "honest"),
    isAdmitted: selectEvenly(admittedShare, 1),
    natFailures: NAT_FAILURE_SHARE,

    bufferSec: latencySec,
    latencySec,
    durationMs: (LIVE_AGE_SEC + arrivalSec + FULL_AUDIENCE_SEC) * 1_000,
    rules,
    isPeering: rules.enabled,
  };
}

const GOLDEN_RATIO = 0.618_033_988_75;
/** Picks a share of all indexes, spread evenly by the golden ratio sequence. Another offset picks other indexes. */
const selectEvenly =
  (share: number, offset = 0) =>
  (index: number): boolean =>
    ((index + offset) * GOLDEN_RATIO) % 1 < share;

/** Returns the servers' traffic in Mbit/s, by second since the first viewer arrives. */
const trafficOf = ({ serverMbpsBySec }: SimResult, scale: number): number[] =>
  serverMbpsBySec.slice(LIVE_AGE_SEC).map((mbps) => mbps * scale);

/** Returns the total hours that the simulated viewers watch. */
const hoursWatched = ({ arrivalSec }: PlannedEvent, viewers: number): number =>
  (viewers * (arrivalSec / 2 + FULL_AUDIENCE_SEC)) / 3_600;

function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))] ?? 0;
  return { low: at(0), mid: at(0.5), high: at(1) };
}

const computeMean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
