import {
  PROOF_METRICS,
  PROOF_SESSIONS_MIN,
  type ProofComparison,
  type ProofInterval,
  type ProofMetric,
  type ProofVerdict,
} from "@shoal/contract";
import { differenceInterval } from "./difference-interval.ts";
import { groupInterval } from "./group-interval.ts";
import { informativeCount, momentsOf, type RatioCluster } from "./ratio-clusters.ts";

/** Totals of sessions: milliseconds, bytes, kbit, counts. */
export interface ProofSums {
  msPlayed: number;
  msRebuffered: number;
  bytesServer: number;
  bytesPeer: number;
  views: number;
  startupMs: number;
  kbits: number;
}

/**
 * One group: its number of sessions, and their totals by viewer or by bucket of viewers, so that all sessions of a viewer are in the same
 * cluster. Buckets of both groups hold equally many viewers on average.
 */
export interface ProofSample {
  sessions: number;
  clusters: readonly ProofSums[];
}
export interface ProofSamples {
  with: ProofSample;
  without: ProofSample;
}

/**
 * The minimum number of clusters with measurements: with fewer, a single additional stalled viewer would change more than any interval
 * covers.
 */
const MIN_INFORMATIVE_CLUSTERS = 30;

interface MetricDefinition {
  clusterOf(sums: ProofSums): RatioCluster;
  /** The factor that converts the ratio to the metric's unit. */
  factor: number;
}
const METRIC_DEFINITIONS: Record<ProofMetric, MetricDefinition> = {
  rebuffering: {
    clusterOf: ({ msRebuffered, msPlayed }) => ({ measured: msRebuffered, exposure: msPlayed }),
    factor: 3_600,
  },
  offload: {
    clusterOf: ({ bytesPeer, bytesServer }) => ({ measured: bytesPeer, exposure: bytesPeer + bytesServer }),
    factor: 100,
  },
  startup: {
    clusterOf: ({ startupMs, views }) => ({ measured: startupMs, exposure: views }),
    factor: 1,
  },
  bitrate: {
    clusterOf: ({ kbits, msPlayed }) => ({ measured: kbits, exposure: msPlayed }),
    factor: 1_000,
  },
};

/**
 * Compares both groups by ratios of sums. Bounds are null if too few clusters have measurements.
 * @param seed makes the bounds reproducible.
 * @returns every metric, in the order of `PROOF_METRICS`.
 */
export function compareGroups(samples: ProofSamples, seed: string): ProofComparison[] {
  const random = seededRandom(seed);
  const sessions = Math.min(samples.with.sessions, samples.without.sessions);
  return PROOF_METRICS.map((metric) => {
    const { clusterOf, factor } = METRIC_DEFINITIONS[metric];
    const first = samples.with.clusters.map(clusterOf);
    const second = samples.without.clusters.map(clusterOf);
    const difference = differenceOf(first, second, { factor, random });
    return {
      metric,
      with: groupOf(first, { factor, random }),
      without: groupOf(second, { factor, random }),
      difference,
      verdict: verdictOf(difference, sessions),
    };
  });
}

interface GroupReading {
  factor: number;
  random: () => number;
}

function groupOf(clusters: readonly RatioCluster[], { factor, random }: GroupReading): ProofInterval {
  const value = figureOf(clusters, factor);
  if (value === null || informativeCount(clusters) < MIN_INFORMATIVE_CLUSTERS)
    return { value, low: null, high: null };
  const { low, high } = groupInterval(clusters, random);
  return extendInterval(value, factor * low, factor * high);
}

function differenceOf(
  first: readonly RatioCluster[],
  second: readonly RatioCluster[],
  { factor, random }: GroupReading,
): ProofInterval {
  const [one, other] = [figureOf(first, factor), figureOf(second, factor)];
  if (one === null || other === null) return { value: null, low: null, high: null };
  const value = one - other;
  const bounds = isEnough(first, second) ? differenceInterval(first, second, random) : undefined;
  return bounds
    ? extendInterval(value, factor * bounds.low, factor * bounds.high)
    : { value, low: null, high: null };
}

/**
 * Returns whether the smaller group has enough clusters with measurements to be judged. Their expected number, as if such clusters were
 * spread evenly over both groups, does not depend on the result, so that neither outcome is favoured. The actual number counts where it
 * is larger.
 */
function isEnough(first: readonly RatioCluster[], second: readonly RatioCluster[]): boolean {
  const [smaller, larger] = first.length <= second.length ? [first, second] : [second, first];
  const own = informativeCount(smaller);
  const all = own + informativeCount(larger);
  const expected = (all * smaller.length) / (smaller.length + larger.length);
  return Math.max(own, expected) >= MIN_INFORMATIVE_CLUSTERS;
}

function figureOf(clusters: readonly RatioCluster[], factor: number): number | null {
  const { measured, exposure } = momentsOf(clusters);
  return exposure > 0 ? (factor * measured) / exposure : null;
}

/** Extends an interval so that it contains its own value. */
const extendInterval = (value: number, low: number, high: number): ProofInterval => ({
  value,
  low: Math.min(value, low),
  high: Math.max(value, high),
});

/** Creates a generator of reproducible random numbers in [0, 1): 32-bit xorshift, seeded by a string. */
export function seededRandom(seed: string): () => number {
  let state = 0x811c9dc5;
  for (let index = 0; index < seed.length; index++)
    state = Math.imul(state ^ seed.charCodeAt(index), 0x01000193);
  state ||= 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 4_294_967_296;
  };
}

const inconclusiveVerdict = (code: "tooFew" | "noDifference"): ProofVerdict => ({
  code,
  by: 0,
  low: 0,
  high: 0,
});

/**
 * Returns the conclusion about a difference, never stronger than its interval allows.
 * @param difference the mean with peers minus the mean without.
 * @param sessions the number of sessions in the smaller group.
 */
export function verdictOf({ value, low, high }: ProofInterval, sessions: number): ProofVerdict {
  if (sessions < PROOF_SESSIONS_MIN || value === null || low === null || high === null)
    return inconclusiveVerdict("tooFew");
  if (high < 0) return { code: "lower", by: -value, low: -high, high: -low };
  if (low > 0) return { code: "higher", by: value, low, high };
  return inconclusiveVerdict("noDifference");
}
