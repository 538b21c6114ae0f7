import type { Figure } from "../bench.ts";
import type { BrowserCase } from "./cases.ts";
import { largestUse, type Outcome } from "./outcome.ts";
import type { CaseResult } from "./run-case.ts";

const WASTED_MAX = 0.03;
const STARTUP_MARGIN_MS = 100;
const SIMULATION_MAX = 0.03;
const DISAGREEMENT_MAX = 0.02;
/** The maximum number of consecutive requests to a malicious peer: one whose response reveals it, and one sent before that. */
const LIES_MAX = 2;
/** The minimum unused share of CPU time. Below it, the machine was too busy for the figures to mean anything. */
const IDLE_MIN = 0.1;

interface Verdict {
  measured: string;
  reach: string;
  isReached: boolean;
}

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;

/** Compares the figures of a case with its targets. */
export function evaluateCase(browserCase: BrowserCase, result: CaseResult): Figure[] {
  const { bench, scenario, liar } = browserCase;
  const name = `${bench}: ${scenario.name}`;
  const rows = [
    { what: "offload", verdicts: offloadVerdicts(browserCase, result) },
    { what: "watching", verdicts: watchVerdicts(browserCase, result) },
    { what: "counting", verdicts: countVerdicts(result) },
  ];
  return rows
    .filter(({ verdicts }) => verdicts.length > 0)
    .map(({ what, verdicts }, order) => ({
      name: `${name}: ${what}`,
      value: verdicts.map(({ measured }) => measured).join(", "),
      reach: verdicts.map(({ reach }) => reach).join(", "),
      isReached: verdicts.every(({ isReached }) => isReached),
      ...(order === 0 ? { detail: describe(result, liar !== undefined) } : {}),
    }));
}

function offloadVerdicts({ scenario, liar }: BrowserCase, { ours, field, simulated }: CaseResult): Verdict[] {
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
            reach: `± ${SIMULATION_MAX}`,
            isReached: Math.abs(difference) <= SIMULATION_MAX,
          },
        ]),
    ...against,
  ];
}

function watchVerdicts({ scenario, liar }: BrowserCase, { ours, alone }: CaseResult): Verdict[] {
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
      reach: `1–${LIES_MAX}`,
      isReached: inARow > 0 && inARow <= LIES_MAX,
    },
  );
  return verdicts;
}

function countVerdicts({ ours, upKbps, uploadPercent }: CaseResult): Verdict[] {
  const use = largestUse(ours.readings, upKbps, uploadPercent);
  return [
    { measured: `waste ${percent(ours.wasted)}`, reach: "< 3 %", isReached: ours.wasted < WASTED_MAX },
    { measured: `largest use of an allowance ${percent(use)}`, reach: "≤ 100 %", isReached: use <= 1 },
    {
      measured: `client and server differ by ${percent(ours.disagreement)}`,
      reach: `≤ ${percent(DISAGREEMENT_MAX)}`,
      isReached: ours.disagreement <= DISAGREEMENT_MAX,
    },
    {
      measured: `idle ${percent(ours.idle)}`,
      reach: `≥ ${percent(IDLE_MIN)}`,
      isReached: ours.idle >= IDLE_MIN,
    },
  ];
}

function describe({ ours, alone, field, simulated }: CaseResult, hasLiar: boolean): string {
  const parts = [`ours: ${describeOutcome(ours)}`];
  if (hasLiar)
    parts.push(`requests to the liar: ${ours.readings.map(({ lies }) => lies?.requests ?? "").join("")}`);
  if (alone) parts.push(`without peers: ${describeOutcome(alone)}`);
  for (const [setting, outcome] of Object.entries(field))
    parts.push(`field, ${setting}: ${describeOutcome(outcome)}`);
  parts.push(
    `simulated: ${simulated.stalls} stalls, waste ${percent(simulated.wasted)}, start ${simulated.startupMs.toFixed(0)} ms`,
  );
  return parts.join("\n  ");
}

function describeOutcome(outcome: Outcome): string {
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
    `waste ${percent(wasted)}`,
    ...(latencySec > 0 ? [`${latencySec.toFixed(1)} s behind (${outcome.latencyWorstSec.toFixed(1)})`] : []),
    `MB from the server ${each(({ bytesServer }) => bytesServer)}`,
    `MB sent ${each(({ bytesUp }) => bytesUp)}`,
    `peers ${readings.map(({ peers }) => peers).join(" ")}`,
    `idle ${percent(idle)}`,
  ].join(", ");
}
