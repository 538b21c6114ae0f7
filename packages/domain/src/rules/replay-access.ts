import type { AccessStepName } from "@shoal/contract";
import { ACCESS_STEPS, type AccessRules, checkStep, type IsWithin, type Visitor } from "./access.ts";
import { shareIn } from "./addresses.ts";

/** The stored data about where someone watched from. */
export interface WatchedFrom {
  /** The network in CIDR notation: the addresses themselves are not stored. */
  network: string;
  country: string | null;
  isVpn: boolean;
  /** The website from `hostOf`; null for an unidentified page. */
  host: string | null;
  /** Whether the session started with a token, as far as its rules required one. */
  hadToken: boolean;
}

/** The verdict that rules would have given on these past viewers; `perhaps` if it depends on data that is not stored. */
export type ReplayedAccess =
  | { verdict: "allowed"; step: null }
  | { verdict: "refused" | "perhaps"; step: AccessStepName };

/** Assumes the most favourable address within the network, and a valid token. */
const BEST_CASE: IsWithin = (network, list, purpose) => {
  const share = shareIn(network, list);
  return purpose === "leave" ? share !== "none" : share === "all";
};
const WORST_CASE: IsWithin = (network, list, purpose) => {
  const share = shareIn(network, list);
  return purpose === "leave" ? share === "all" : share !== "none";
};

/**
 * Applies the steps of `findDenial` to a viewer whose address and token are no longer known.
 * @example replayAccess(rules, { network: "192.0.2.0/24", country: "FR", isVpn: false, host: null, hadToken: false }).verdict
 */
export function replayAccess(rules: AccessRules, watched: WatchedFrom): ReplayedAccess {
  const { network: address, country, isVpn, host, hadToken } = watched;
  const atBest: Visitor = { address, country, isVpn, host, authorization: { kind: "passed" } };
  const atWorst: Visitor = { ...atBest, authorization: { kind: hadToken ? "passed" : "none" } };
  let perhaps: AccessStepName | undefined;
  for (const accessStep of ACCESS_STEPS) {
    const { name: step } = accessStep;
    const isRefusedAtBest = checkStep(accessStep, rules, atBest, BEST_CASE).verdict === "refused";
    const isRefusedAtWorst = checkStep(accessStep, rules, atWorst, WORST_CASE).verdict === "refused";
    if (isRefusedAtBest && isRefusedAtWorst) return { verdict: "refused", step };
    if (isRefusedAtBest || isRefusedAtWorst) perhaps ??= step;
  }
  return perhaps ? { verdict: "perhaps", step: perhaps } : { verdict: "allowed", step: null };
}
