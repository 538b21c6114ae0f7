import type { DeliveryRules, RuleName } from "@shoal/contract";
import type { AccessRules } from "./access.ts";
import type { ResolvedRule, ResolvedRules } from "./resolve-rules.ts";

/** Whether a value is more restrictive than another one. */
type IsStricter<N extends RuleName> = (value: DeliveryRules[N], than: DeliveryRules[N]) => boolean;

const isOff = (value: boolean, than: boolean) => !value && than;
const isOn = (value: boolean, than: boolean) => value && !than;
const isLess = (value: number, than: number) => value < than;
const isMore = (value: number, than: number) => value > than;
/** Returns whether a limit is lower than another one; 0 means unlimited. */
const isFewer = (value: number, than: number) => value !== 0 && (than === 0 || value < than);
const STREAMING_ORDER = ["open", "token", "refused"] as const;
const isNearerToRefused: IsStricter<"streaming"> = (value, than) =>
  STREAMING_ORDER.indexOf(value) > STREAMING_ORDER.indexOf(than);

/** The rules for which the strictest of several videos is a single value. */
const STRICTNESS_OF_RULE: { [N in RuleName]?: IsStricter<N> } = {
  p2pWeb: isOff,
  p2pAndroid: isOff,
  p2pIOS: isOff,
  uploadOnCellular: isOff,
  interISP: isOff,
  asksConsent: isOn,
  viewerThreshold: isMore,
  peerPercentage: isLess,
  uploadPercent: isLess,
  savedSegments: isFewer,
  streaming: isNearerToRefused,
  // The client's own servers take precedence over the platform's, since peers must be restricted to them.
  ice: (value, than) => value !== "default" && than === "default",
};

/**
 * Combines the rules of a scene list with those of its origins: all of them apply. Peers follow the strictest rules, and do not
 * share at all if origins have different weekly times.
 * @param origins the rules of each video, in the order of the scenes. If there are none, the rules are unchanged.
 */
export function joinRules(own: AccessRules, origins: readonly AccessRules[]): AccessRules {
  if (origins.length === 0) return own;
  const all = [own, ...origins].map(({ resolved }) => resolved);
  const resolved: ResolvedRules = { ...own.resolved };
  for (const name of Object.keys(STRICTNESS_OF_RULE) as (keyof typeof STRICTNESS_OF_RULE)[])
    writeStrictest(resolved, name, all);
  joinTimes(resolved, all);
  return { ...own, resolved, origins };
}

function writeStrictest<N extends RuleName>(
  resolved: ResolvedRules,
  name: N,
  all: readonly ResolvedRules[],
): void {
  const isStricter = STRICTNESS_OF_RULE[name] as IsStricter<N>;
  const rules = all.map((each) => each[name] as ResolvedRule<N>);
  const strictest = rules.reduce((kept, rule) => (isStricter(rule.value, kept.value) ? rule : kept));
  Object.assign(resolved, { [name]: strictest });
}

function joinTimes(resolved: ResolvedRules, all: readonly ResolvedRules[]): void {
  const limited = all.map(({ activeTimes }) => activeTimes).filter(({ value }) => value.length > 0);
  const [first] = limited;
  if (!first) return;
  resolved.activeTimes = first;
  const isSame = limited.every(({ value }) => JSON.stringify(value) === JSON.stringify(first.value));
  if (isSame) return;
  for (const name of ["p2pWeb", "p2pAndroid", "p2pIOS"] as const)
    resolved[name] = { value: false, source: first.source };
}
