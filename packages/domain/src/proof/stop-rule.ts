import {
  MAX_PROOF_EXTRA_REBUFFERING,
  PROOF_SESSIONS_MIN,
  type ProofComparison,
  type ProofStop,
} from "@shoal/contract";

const BYTES_PER_GB = 1_000_000_000;

export interface ProofProgress {
  /** The sessions per group since the run began. */
  sessions: { with: number; without: number };
  comparisons: readonly Pick<ProofComparison, "metric" | "difference">[];
  /** The server traffic of the group without peers in this month. */
  serverBytes: number;
  /** The limit of that traffic in 10⁹ bytes; null for no limit. */
  limitGb: number | null;
}

/**
 * Returns why proof mode must stop: viewers without peers certainly stall too much, or use too much traffic.
 * @returns undefined if it continues; `value` is the exceeded figure: seconds per hour (the lower bound) or 10⁹ bytes.
 */
export function findProofStop(progress: ProofProgress): { reason: ProofStop; value: number } | undefined {
  const { sessions, limitGb, serverBytes } = progress;
  if (limitGb !== null && serverBytes > limitGb * BYTES_PER_GB)
    return { reason: "traffic", value: serverBytes / BYTES_PER_GB };
  if (Math.min(sessions.with, sessions.without) < PROOF_SESSIONS_MIN) return undefined;
  const extra = extraRebufferingLow(progress.comparisons);
  return extra !== null && extra > MAX_PROOF_EXTRA_REBUFFERING
    ? { reason: "rebuffering", value: extra }
    : undefined;
}

/** Returns the lower bound of the additional stalling without peers. */
function extraRebufferingLow(comparisons: ProofProgress["comparisons"]): number | null {
  const found = comparisons.find(({ metric }) => metric === "rebuffering");
  // The difference is with peers minus without, so its upper bound is the smallest loss.
  return found?.difference.high == null ? null : -found.difference.high;
}
