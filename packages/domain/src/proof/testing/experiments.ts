import { seededRandom } from "../compare.ts";
import { compareGroups, type ProofSample } from "../index.ts";

const HOUR_MS = 3_600_000;
const MEAN_STALL_SEC = 30;
/** The viewing time of each viewer: 3 minutes, plus 24 on average. */
const WATCHED_HOURS = { least: 0.05, more: 0.4 };
const MEAN_HOURS = WATCHED_HOURS.least + WATCHED_HOURS.more;

/** The share and length of stalls: log-normal with a mean of 30 s, so that a few viewers make up most of the sum. */
export interface StallDistribution {
  /** Number of viewers in the group without peers. */
  viewers: number;
  stalledShare: number;
  sigma: number;
}

export interface ExperimentCounts {
  /** The number of experiments with a result about the difference, and the number of these whose interval contained the true value. */
  reported: number;
  covered: number;
  /** The number of experiments that claimed a difference. */
  claimed: number;
  /** The number of intervals reported for a single group; each group counts separately. */
  groupsReported: number;
  groupsCovered: number;
}

/**
 * Repeats an experiment with a known result, with three viewers with peers for each one without.
 * @param effect factor on the share of stalled viewers with peers; 1 for no difference.
 */
export function runExperiments(
  { viewers, stalledShare, sigma }: StallDistribution,
  { effect, count }: { effect: number; count: number },
): ExperimentCounts {
  const random = seededRandom(`${viewers}/${stalledShare}/${sigma}/${effect}`);
  const truth = (share: number) => (share * MEAN_STALL_SEC) / MEAN_HOURS;
  const result: ExperimentCounts = {
    reported: 0,
    covered: 0,
    claimed: 0,
    groupsReported: 0,
    groupsCovered: 0,
  };
  for (let index = 0; index < count; index++) {
    const samples = {
      with: drawGroup(3 * viewers, { stalledShare: stalledShare * effect, sigma }, random),
      without: drawGroup(viewers, { stalledShare, sigma }, random),
    };
    const [rebuffering] = compareGroups(samples, String(index));
    if (!rebuffering) throw new Error("Nothing was compared");
    const { difference, verdict } = rebuffering;
    if (difference.low !== null) result.reported += 1;
    if (containsTruth(difference, truth(stalledShare * effect) - truth(stalledShare))) result.covered += 1;
    if (verdict.code === "lower" || verdict.code === "higher") result.claimed += 1;
    for (const [group, share] of [
      [rebuffering.with, stalledShare * effect],
      [rebuffering.without, stalledShare],
    ] as const) {
      if (group.low !== null) result.groupsReported += 1;
      if (containsTruth(group, truth(share))) result.groupsCovered += 1;
    }
  }
  return result;
}

const containsTruth = ({ low, high }: { low: number | null; high: number | null }, truth: number): boolean =>
  low !== null && high !== null && low <= truth && truth <= high;

function drawGroup(
  count: number,
  { stalledShare, sigma }: { stalledShare: number; sigma: number },
  random: () => number,
): ProofSample {
  const clusters = Array.from({ length: count }, () => {
    const hours = WATCHED_HOURS.least - Math.log(1 - random()) * WATCHED_HOURS.more;
    const stall = () => MEAN_STALL_SEC * Math.exp(sigma * drawNormal(random) - sigma ** 2 / 2);
    return {
      msPlayed: hours * HOUR_MS,
      msRebuffered: random() < stalledShare ? stall() * 1_000 : 0,
      bytesServer: 1e8 * hours,
      bytesPeer: 2e8 * hours * random(),
      views: 1,
      startupMs: 200 + 800 * random(),
      kbits: hours * 3_600 * 2_000,
    };
  });
  return { sessions: count, clusters };
}

/** Draws a normally distributed number by the Box–Muller transform. */
const drawNormal = (random: () => number): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
