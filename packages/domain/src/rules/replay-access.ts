import type { AccessStepName } from "@shoal/contract";
import { ACCESS_STEPS, type AccessRules, type IsWithin, judgeStep, type Visitor } from "./access.ts";
import { shareIn } from "./addresses.ts";

/** From where someone watched, as it is kept. */
export interface WatchedFrom {
  /** In CIDR: addresses themselves are not kept. */
  network: string;
  country: string | null;
  isVpn: boolean;
  /** As returned by `hostOf`; null for an unidentified page. */
  host: string | null;
  /** Whether the session must have started with a token. */
  hadToken: boolean;
}

/** The verdict that rules would have had on past viewers from there; `perhaps` if it depends on data that is not kept. */
export type ReplayedAccess =
  | { verdict: "allowed"; step: null }
  | { verdict: "refused" | "perhaps"; step: AccessStepName };

/** Viewers of the network had the best address in it, and the best token. */
const AT_BEST: IsWithin = (network, list, asks) => {
  const share = shareIn(network, list);
  return asks === "leave" ? share !== "none" : share === "all";
};
const AT_WORST: IsWithin = (network, list, asks) => {
  const share = shareIn(network, list);
  return asks === "leave" ? share === "all" : share !== "none";
};

/**
 * Goes by the steps of `findDenial` for someone of whom the address and the token are not known any more.
 * @example replayAccess(rules, { network: "192.0.2.0/24", country: "FR", isVpn: false, host: null, hadToken: false }).verdict
 */
export function replayAccess(rules: AccessRules, watched: WatchedFrom): ReplayedAccess {
  const { network: address, country, isVpn, host, hadToken } = watched;
  const atBest: Visitor = { address, country, isVpn, host, authorization: { kind: "passed" } };
  const atWorst: Visitor = { ...atBest, authorization: { kind: hadToken ? "passed" : "none" } };
  let perhaps: AccessStepName | undefined;
  for (const judged of ACCESS_STEPS) {
    const { name: step } = judged;
    const isRefusedAtBest = judgeStep(judged, rules, atBest, AT_BEST).verdict === "refused";
    const isRefusedAtWorst = judgeStep(judged, rules, atWorst, AT_WORST).verdict === "refused";
    if (isRefusedAtBest && isRefusedAtWorst) return { verdict: "refused", step };
    if (isRefusedAtBest || isRefusedAtWorst) perhaps ??= step;
  }
  return perhaps ? { verdict: "perhaps", step: perhaps } : { verdict: "allowed", step: null };
}
