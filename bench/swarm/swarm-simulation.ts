import { type SimResult, simulate } from "@shoal/swarm-sim";
import type { Bench, Figure } from "../bench.ts";
import { LARGE_SCENARIO, SWARM_SCENARIOS, type SwarmScenario } from "./scenarios.ts";

const MAX_WASTED_SHARE = 0.03;

interface TargetCheck {
  text: string;
  isReached: boolean;
}

/** Compares the results of a scenario with its targets. */
function evaluateScenario(
  scenario: SwarmScenario,
  result: SimResult,
  alone: SimResult | undefined,
): TargetCheck[] {
  const { offload, ofCeiling, latencyMaxSec, wrongMax, wastedMax = MAX_WASTED_SHARE } = scenario;
  const least = offload ?? (ofCeiling ?? 0) * result.ceiling;
  const stallsMax = alone?.stalls ?? 0;
  const verdicts: TargetCheck[] = [
    { text: `offload ≥ ${least.toFixed(3)}`, isReached: result.offload >= least },
    { text: `stalls ≤ ${stallsMax}`, isReached: result.stalls <= stallsMax },
    { text: `use ≤ 1`, isReached: result.largestUse <= 1 },
  ];
  if (wastedMax < 1)
    verdicts.push({ text: `waste < ${wastedMax * 100} %`, isReached: result.wasted < wastedMax });
  if (latencyMaxSec !== undefined) {
    verdicts.push({
      text: `latency ≤ ${latencyMaxSec} s`,
      isReached: result.latencyWorstSec <= latencyMaxSec,
    });
  }
  if (wrongMax !== undefined) {
    verdicts.push({ text: `wrong ≤ ${wrongMax} of one peer`, isReached: result.wrongWorst <= wrongMax });
  }
  return verdicts;
}

function describeResult(result: SimResult, alone: SimResult | undefined, isLive: boolean): string {
  const { startupMs, startupWorstMs, wasted, gini, largestUse, serverPeakMbps, serverMeanMbps } = result;
  const latency = (it: SimResult) =>
    `${it.latencySec.toFixed(1)} s (worst ${it.latencyWorstSec.toFixed(1)} s)`;
  const parts = [
    `${result.stalls} stalls (${result.stalledSec.toFixed(1)} s)`,
    `start ${startupMs.toFixed(0)} ms (worst ${startupWorstMs.toFixed(0)})`,
    `waste ${(wasted * 100).toFixed(1)} %`,
    `Gini of uploads ${gini.toFixed(2)}`,
    `largest use of an allowance ${(largestUse * 100).toFixed(0)} %`,
    `server ${serverMeanMbps.toFixed(1)} Mbit/s (peak ${serverPeakMbps.toFixed(1)})`,
  ];
  if (isLive) parts.push(`latency ${latency(result)}`);
  if (result.wrong > 0)
    parts.push(`${result.wrong} wrong segments, ${result.wrongWorst} at most of one peer`);
  if (alone) {
    parts.push(`without peers: ${alone.stalls} stalls, start ${alone.startupMs.toFixed(0)} ms`);
    if (isLive) parts.push(`latency ${latency(alone)}`);
  }
  return parts.join(", ");
}

/** Runs a scenario. A scenario that is compared with playback without peers also runs without peers. */
export function runScenario(scenario: SwarmScenario): Figure {
  const { name, options, isComparedWithAlone } = scenario;
  const result = simulate(options);
  const alone = isComparedWithAlone ? simulate({ ...options, isPeering: false }) : undefined;
  const verdicts = evaluateScenario(scenario, result, alone);
  return {
    name: `simulated: ${name}`,
    value: `${result.offload.toFixed(3)} (ceiling ${result.ceiling.toFixed(3)})`,
    reach: verdicts.map(({ text }) => text).join(", "),
    isReached: verdicts.every(({ isReached }) => isReached),
    detail: describeResult(result, alone, options.media.isLive),
  };
}

export const swarmSimulationBench: Bench[] = [
  { name: "swarm-simulation", run: async () => SWARM_SCENARIOS.map(runScenario) },
  { name: "swarm-large", run: async () => [runScenario(LARGE_SCENARIO)] },
];
