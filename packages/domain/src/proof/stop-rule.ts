import {
  PROOF_EXTRA_REBUFFERING_MAX,
  PROOF_SESSIONS_MIN,
  type ProofComparison,
  type ProofStop,
} from "@shoal/contract";

const GB = 1_000_000_000;

export interface ProofJudged {
  /** In each group, since the run began. */
  sessions: { with: number; without: number };
  comparisons: readonly Pick<ProofComparison, "metric" | "difference">[];
  /** The server traffic of the group without peers in this month. */
  serverBytes: number;
  /** 10⁹ bytes; null for any number. */
  limitGb: number | null;
}

/**
 * Whether proof mode must stop: its viewers without peers surely wait too long, or take too much.
 * @returns undefined when it goes on; `value` is what was passed, seconds an hour (the lower bound) or 10⁹ bytes.
 */
export function findProofStop(judged: ProofJudged): { reason: ProofStop; value: number } | undefined {
  const { sessions, limitGb, serverBytes } = judged;
  if (limitGb !== null && serverBytes > limitGb * GB) return { reason: "traffic", value: serverBytes / GB };
  if (Math.min(sessions.with, sessions.without) < PROOF_SESSIONS_MIN) return undefined;
  const extra = extraRebufferingLow(judged.comparisons);
  return extra !== null && extra > PROOF_EXTRA_REBUFFERING_MAX
    ? { reason: "rebuffering", value: extra }
    : undefined;
}

/** By how much, at least, those without peers wait longer. */
function extraRebufferingLow(comparisons: ProofJudged["comparisons"]): number | null {
  const found = comparisons.find(({ metric }) => metric === "rebuffering");
  // The difference is with peers less without: its greatest value is the least of what is lost.
  return found?.difference.high == null ? null : -found.difference.high;
}
