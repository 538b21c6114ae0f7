import type { Figure } from "../bench.ts";
import type { BrowserCase } from "./cases.ts";
import { type CrowdOutcome, largestUse } from "./outcome.ts";
import type { CaseResult } from "./run-case.ts";

const MAX_WASTED_SHARE = 0.03;
const STARTUP_MARGIN_MS = 100;
const MAX_SIMULATION_DIFFERENCE = 0.03;
const MAX_DISAGREEMENT = 0.02;
/**
 * The maximum number of consecutive requests to a malicious peer. One request reveals the peer, and another may have been sent
 * before the response.
 */
const MAX_LIES = 2;
/** The minimum unused share of CPU time. Below it, the machine was too busy for meaningful figures. */
const MIN_IDLE_SHARE = 0.1;

interface TargetCheck {
  measured: string;
  reach: string;
  isReached: boolean;
}

const formatPercent = (share: number) => `${(share * 100).toFixed(1)} %`;

/** Compares the figures of a case with its targets. */
export function evaluateCase(browserCase: BrowserCase, result: CaseResult): Figure[] {
  const { bench, scenario, liar } = browserCase;
  const name = `${bench}: ${scenario.name}`;
  const rows = [
    { what: "offload", verdicts: checkOffload(browserCase, result) },
    { what: "watching", verdicts: checkWatching(browserCase, result) },
    { what: "counting", verdicts: checkCounts(result) },
  ];
  return rows
    .filter(({ verdicts }) => verdicts.length > 0)
    .map(({ what, verdicts }, order) => ({
      name: `${name}: ${what}`,
      value: verdicts.map(({ measured }) => measured).join(", "),
      reach: verdicts.map(({ reach }) => reach).join(", "),
      isReached: verdicts.every(({ isReached }) => isReached),
      ...(order === 0 ? { detail: describeCase(result, liar !== undefined) } : {}),
    }));
}

function checkOffload(
  { scenario, liar }: BrowserCase,
  { ours, field, simulated }: CaseResult,
): TargetCheck[] {
  const ceiling = (ours.readings.length - 1) / ours.readings.length;
  const least = scenario.offload ?? (scenario.ofCeiling ?? 0) * ceiling;
  const difference = ours.offload - simulated.offload;
  const against = Object.entries(field).map(([setting, outcome]) => ({
    measured: `field ${setting} ${outcome.offload.toFixed(3)}`,
    reach: "less",
    isReached: outcome.offload < ours.offload,
  }));
  return [
    {
      measured: ours.offload.toFixed(3),
      reach: `≥ ${least.toFixed(3)}`,
      isReached: ours.offload >= least,
    },
    // A simulated malicious peer behaves slightly differently from one in a page.
    ...(liar
      ? []
      : [
          {
            measured: `simulated ${simulated.offload.toFixed(3)} (${difference.toFixed(3)})`,
            reach: `± ${MAX_SIMULATION_DIFFERENCE}`,
            isReached: Math.abs(difference) <= MAX_SIMULATION_DIFFERENCE,
          },
        ]),
    ...against,
  ];
}

function checkWatching({ scenario, liar }: BrowserCase, { ours, alone }: CaseResult): TargetCheck[] {
  const { stalls, latencyWorstSec, firstFrameMs, wrongAppends, readings } = ours;
  const late = readings.filter(({ isDone }) => !isDone).length;
  const verdicts = [
    { measured: `${stalls} stalls`, reach: "none", isReached: stalls === 0 },
    ...(late > 0 ? [{ measured: `${late} never saw the end`, reach: "none", isReached: false }] : []),
  ];
  if (alone)
    verdicts.push({
      measured: `first frame ${firstFrameMs.toFixed(0)} ms (${alone.firstFrameMs.toFixed(0)} without peers)`,
      reach: `≤ without peers + ${STARTUP_MARGIN_MS} ms`,
      isReached: firstFrameMs <= alone.firstFrameMs + STARTUP_MARGIN_MS,
    });
  if (scenario.latencyMaxSec !== undefined)
    verdicts.push({
      measured: `at most ${latencyWorstSec.toFixed(1)} s behind`,
      reach: `≤ ${scenario.latencyMaxSec} s`,
      isReached: latencyWorstSec <= scenario.latencyMaxSec,
    });
  if (!liar) return verdicts;
  const inARow = readings[liar.index]?.lies?.inARow ?? 0;
  verdicts.push(
    { measured: `${wrongAppends} wrong segments played`, reach: "none", isReached: wrongAppends === 0 },
    {
      measured: `liar asked ${inARow} times in a row`,
      reach: `1–${MAX_LIES}`,
      isReached: inARow > 0 && inARow <= MAX_LIES,
    },
  );
  return verdicts;
}

function checkCounts({ ours, upKbps, uploadPercent }: CaseResult): TargetCheck[] {
  const use = largestUse(ours.readings, upKbps, uploadPercent);
  return [
    {
      measured: `waste ${formatPercent(ours.wasted)}`,
      reach: "< 3 %",
      isReached: ours.wasted < MAX_WASTED_SHARE,
    },
    { measured: `largest use of an allowance ${formatPercent(use)}`, reach: "≤ 100 %", isReached: use <= 1 },
    {
      measured: `client and server differ by ${formatPercent(ours.disagreement)}`,
      reach: `≤ ${formatPercent(MAX_DISAGREEMENT)}`,
      isReached: ours.disagreement <= MAX_DISAGREEMENT,
    },
    {
      measured: `idle ${formatPercent(ours.idle)}`,
      reach: `≥ ${formatPercent(MIN_IDLE_SHARE)}`,
      isReached: ours.idle >= MIN_IDLE_SHARE,
    },
  ];
}

function describeCase({ ours, alone, field, simulated }: CaseResult, hasLiar: boolean): string {
  const parts = [`ours: ${describeOutcome(ours)}`];
  if (hasLiar)
    parts.push(`requests to the liar: ${ours.readings.map(({ lies }) => lies?.requests ?? "").join("")}`);
  if (alone) parts.push(`without peers: ${describeOutcome(alone)}`);
  for (const [setting, outcome] of Object.entries(field))
    parts.push(`field, ${setting}: ${describeOutcome(outcome)}`);
  parts.push(
    `simulated: ${simulated.stalls} stalls, waste ${formatPercent(simulated.wasted)}, start ${simulated.startupMs.toFixed(0)} ms`,
  );
  return parts.join("\n  ");
}

function describeOutcome(outcome: CrowdOutcome): string {
  const { readings, offload, offloadByClients, stalls, stalledSec, firstFrameMs, wasted, latencySec, idle } =
    outcome;
  const each = (value: (reading: (typeof readings)[number]) => number) =>
    readings.map((reading) => (value(reading) / 1e6).toFixed(1)).join(" ");
  return [
    `offload ${offload.toFixed(3)} (by clients ${offloadByClients.toFixed(3)})`,
    `${stalls} stalls (${stalledSec.toFixed(1)} s)`,
    ...readings.flatMap((reading, index) =>
      reading.stalls.map(
        ({ atSec, forSec }) =>
          `viewer ${index} stalls after ${atSec.toFixed(1)} s for ${forSec.toFixed(1)} s`,
      ),
    ),
    ...(readings.every(({ isDone }) => isDone) ? [] : ["not all saw the end"]),
    `first frame ${firstFrameMs.toFixed(0)} ms`,
    `waste ${formatPercent(wasted)}`,
    ...(latencySec > 0 ? [`${latencySec.toFixed(1)} s behind (${outcome.latencyWorstSec.toFixed(1)})`] : []),
    `MB from the server ${each(({ bytesServer }) => bytesServer)}`,
    `MB sent ${each(({ bytesUp }) => bytesUp)}`,
    `peers ${readings.map(({ peers }) => peers).join(" ")}`,
    `idle ${formatPercent(idle)}`,
  ].join(", ");
}
