import { PROOF_METRICS, type ProofComparison, type ProofInterval, type ProofMetric } from "@shoal/contract";
import { seededRandom } from "./seeded-random.ts";
import { verdictOf } from "./verdict.ts";

/** Sums of sessions: milliseconds, bytes, kbit, counts. */
export interface ProofSums {
  msPlayed: number;
  msRebuffered: number;
  bytesServer: number;
  bytesPeer: number;
  views: number;
  startupMs: number;
  kbits: number;
}
const SUMS = [
  ...["msPlayed", "msRebuffered", "bytesServer", "bytesPeer", "views", "startupMs", "kbits"],
] as (keyof ProofSums)[];

/** One group: how many sessions, and their sums by viewer, or by bucket of viewers: whoever comes again is in one alone. */
export interface ProofSample {
  sessions: number;
  clusters: readonly ProofSums[];
}
export interface ProofSamples {
  with: ProofSample;
  without: ProofSample;
}

/** 2.5 % of 1,000 are 25 values beyond each bound; more of them move a bound by less than what is shown of it. */
const RESAMPLES = 1_000;
const TAIL = 0.025;

const ratio = (sum: number, of: number, factor: number) => (of > 0 ? (factor * sum) / of : null);
const VALUES: Record<ProofMetric, (sums: ProofSums) => number | null> = {
  rebuffering: ({ msRebuffered, msPlayed }) => ratio(msRebuffered, msPlayed, 3_600),
  offload: ({ bytesPeer, bytesServer }) => ratio(bytesPeer, bytesPeer + bytesServer, 100),
  startup: ({ startupMs, views }) => ratio(startupMs, views, 1),
  bitrate: ({ kbits, msPlayed }) => ratio(kbits, msPlayed, 1_000),
};

/**
 * Compares both groups by the percentile bootstrap: clusters are drawn again with replacement, sums first, ratios after.
 * @param seed the same gives the same bounds.
 * @returns every metric, in the order of `PROOF_METRICS`.
 */
export function compareGroups(samples: ProofSamples, seed: string): ProofComparison[] {
  const random = seededRandom(seed);
  const drawn = { with: resample(samples.with, random), without: resample(samples.without, random) };
  const whole = { with: sumsOf(samples.with.clusters), without: sumsOf(samples.without.clusters) };
  const sessions = Math.min(samples.with.sessions, samples.without.sessions);
  return PROOF_METRICS.map((metric) => {
    const measure = VALUES[metric];
    const values = { with: drawn.with.map(measure), without: drawn.without.map(measure) };
    const apart = values.with.map((value, index) => less(value, values.without[index] ?? null));
    const difference = intervalOf(less(measure(whole.with), measure(whole.without)), apart);
    return {
      metric,
      with: intervalOf(measure(whole.with), values.with),
      without: intervalOf(measure(whole.without), values.without),
      difference,
      verdict: verdictOf(difference, sessions),
    };
  });
}

const less = (value: number | null, other: number | null) =>
  value === null || other === null ? null : value - other;

/** The bounds are of draws in which something was measured. */
function intervalOf(value: number | null, draws: readonly (number | null)[]): ProofInterval {
  const sorted = draws.filter((draw) => draw !== null).toSorted((a, b) => a - b);
  if (value === null || sorted.length === 0) return { value: null, low: null, high: null };
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))] ?? value;
  // The value itself is never left outside of its own interval.
  return { value, low: Math.min(value, at(TAIL)), high: Math.max(value, at(1 - TAIL)) };
}

const noSums = (): ProofSums => Object.fromEntries(SUMS.map((name) => [name, 0])) as unknown as ProofSums;

function sumsOf(clusters: readonly ProofSums[]): ProofSums {
  const sums = noSums();
  for (const cluster of clusters) for (const name of SUMS) sums[name] += cluster[name];
  return sums;
}

/** Column by column: millions of values are added up while somebody waits, which row by row took more than twice as long. */
function resample({ clusters }: ProofSample, random: () => number): ProofSums[] {
  const columns = SUMS.map((name) => Float64Array.from(clusters, (cluster) => cluster[name]));
  const chosen = new Int32Array(clusters.length);
  return Array.from({ length: clusters.length === 0 ? 0 : RESAMPLES }, () => {
    for (let place = 0; place < chosen.length; place++)
      chosen[place] = Math.floor(random() * clusters.length);
    return Object.fromEntries(
      SUMS.map((name, index) => [name, sumOfChosen(columns[index] ?? new Float64Array(), chosen)]),
    ) as unknown as ProofSums;
  });
}

function sumOfChosen(column: Float64Array, chosen: Int32Array): number {
  let sum = 0;
  for (let place = 0; place < chosen.length; place++) sum += column[chosen[place] ?? 0] ?? 0;
  return sum;
}
