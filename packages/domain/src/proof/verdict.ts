import { PROOF_SESSIONS_MIN, type ProofInterval, type ProofVerdict } from "@shoal/contract";

const nothing = (code: "tooFew" | "noDifference"): ProofVerdict => ({ code, by: 0, low: 0, high: 0 });

/**
 * What may be said of a difference: never more than its interval allows.
 * @param difference with peers less without.
 * @param sessions of the smaller group.
 */
export function verdictOf({ value, low, high }: ProofInterval, sessions: number): ProofVerdict {
  if (sessions < PROOF_SESSIONS_MIN || value === null || low === null || high === null)
    return nothing("tooFew");
  if (high < 0) return { code: "lower", by: -value, low: -high, high: -low };
  if (low > 0) return { code: "higher", by: value, low, high };
  return nothing("noDifference");
}
