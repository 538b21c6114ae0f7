import type { AuthorizationFault, DeliveryRules, RuleName, RuleSettings, RuleSource } from "@shoal/contract";
import { isAddressIn } from "./addresses.ts";
import { type HostListKind, isHostIn } from "./hosts.ts";
import { type ResolvedRules, type RuleLevels, resolveRules } from "./resolve-rules.ts";

/** Why a viewer may not watch, in the order in which the rules are looked at. */
export const DENIALS = [
  "address",
  "country",
  "vpn",
  "website",
  "subdomain",
  "streaming",
  "authorization_missing",
  "authorization_invalid",
] as const;
export type Denial = (typeof DENIALS)[number];

/** The result of checking a token. `passed` for current viewers who had brought one. */
export type AuthorizationVerdict =
  | { kind: "none" }
  | { kind: "passed"; keyId?: string }
  | { kind: "refused"; fault: AuthorizationFault };

/** The known facts about a visitor. */
export interface Visitor {
  address: string;
  /** ISO 3166 alpha-2; null where unknown. */
  country: string | null;
  isVpn: boolean;
  /**
   * The page that embeds the player, as `hostOf` returns it; null for none and for unidentified pages; undefined for a request
   * that never contains it, such as one for a segment: then website rules are not checked.
   */
  host: string | null | undefined;
  authorization: AuthorizationVerdict;
}

/** The client's lists, which apply regardless of nearer levels. */
export const BAN_NAMES = [
  "unauthorizedIPs",
  "unauthorizedCountries",
  "unauthorizedWebsites",
  "unauthorizedSubdomains",
] as const satisfies RuleName[];
export type ClientBans = Pick<DeliveryRules, (typeof BAN_NAMES)[number]>;

/** All by which it is decided who may watch. */
export interface AccessRules {
  resolved: ResolvedRules;
  bans: ClientBans;
  /** The access rules of the videos that a scene list shows parts of: viewers of the list must pass them too. */
  origins?: readonly AccessRules[];
}

/** The access rules. */
export const ACCESS_RULES = [
  "authorizedIPs",
  "unauthorizedIPs",
  "authorizedCountries",
  "unauthorizedCountries",
  "authorizedVPNs",
  "authorizedVPNsList",
  "authorizedWebsites",
  "unauthorizedWebsites",
  "authorizedSubdomains",
  "unauthorizedSubdomains",
  "unknownWebsites",
  "streaming",
] as const satisfies RuleName[];

/** The settings of a client for all its videos. */
export interface ClientAccess {
  rules: RuleSettings;
  /** The only videos that play; empty for all. */
  authorizedVideos: readonly string[];
}

const NO_BANS: readonly never[] = [];

/**
 * Resolves by what it is decided who may watch.
 * @param client undefined for one of which nothing is known: it sets nothing.
 * @param uuid of a video of ours: the client may say which ones play at all.
 */
export function accessRulesOf(
  levels: Omit<RuleLevels, "client">,
  client: ClientAccess | undefined,
  { nowMs, uuid }: { nowMs: number; uuid?: string | undefined },
): AccessRules {
  const resolved = resolveRules({ ...levels, client: client?.rules ?? {} }, nowMs);
  const playing = client?.authorizedVideos ?? NO_BANS;
  const isListed = uuid === undefined || playing.length === 0 || playing.includes(uuid);
  if (!isListed) resolved.streaming = { value: "refused", source: "client" };
  const banOf = (name: (typeof BAN_NAMES)[number]) => client?.rules[name] ?? NO_BANS;
  return {
    resolved,
    bans: Object.fromEntries(BAN_NAMES.map((name) => [name, banOf(name)])) as unknown as ClientBans,
  };
}

/** The verdict of one step on a visitor, and the deciding rule and level; `unset` if there is no rule. */
export type StepVerdict =
  | { verdict: "unset" }
  | { verdict: "passed" | "refused"; rule: RuleName; source: RuleSource; denial?: Denial };

/**
 * Whether an address is in a list; for a network, true if this blocks or admits its viewers, depending on the caller's
 * assumption.
 */
export type IsWithin = (
  address: string,
  list: readonly string[],
  asks: "ban" | "leave" | "exception",
) => boolean;

interface AccessStep {
  name: "address" | "country" | "vpn" | "website" | "subdomain" | "streaming";
  judge(rules: AccessRules, visitor: Visitor, isWithin?: IsWithin): StepVerdict;
}

const UNSET: StepVerdict = { verdict: "unset" };

/** The block list wins over the allow list; an empty allow list allows everyone. */
interface TwoLists {
  bans: keyof ClientBans;
  allows: RuleName;
  denial: Denial;
  isBanned(list: readonly string[]): boolean;
  isAllowed(list: readonly string[]): boolean;
}

function judgeLists({ resolved, bans: ofClient }: AccessRules, step: TwoLists): StepVerdict {
  const { bans, allows, denial } = step;
  const [banned, allowed] = [resolved[bans], resolved[allows]];
  const authorized = allowed.value as readonly string[];
  const refused = { verdict: "refused", denial } as const;
  if (step.isBanned(banned.value)) return { ...refused, rule: bans, source: banned.source };
  if (banned.value !== ofClient[bans] && step.isBanned(ofClient[bans]))
    return { ...refused, rule: bans, source: "client" };
  if (authorized.length > 0) {
    const said = { rule: allows, source: allowed.source };
    return step.isAllowed(authorized) ? { verdict: "passed", ...said } : { ...refused, ...said };
  }
  if (banned.value.length > 0) return { verdict: "passed", rule: bans, source: banned.source };
  return ofClient[bans].length > 0 ? { verdict: "passed", rule: bans, source: "client" } : UNSET;
}

const judgeAddress = (
  rules: AccessRules,
  { address }: Visitor,
  isWithin: IsWithin = isAddressIn,
): StepVerdict =>
  judgeLists(rules, {
    bans: "unauthorizedIPs",
    allows: "authorizedIPs",
    denial: "address",
    isBanned: (list) => isWithin(address, list, "ban"),
    isAllowed: (list) => isWithin(address, list, "leave"),
  });

/** A visitor of unknown origin is in none of the allowed countries, nor in the blocked ones. */
const judgeCountry = (rules: AccessRules, { country }: Visitor): StepVerdict => {
  const isIn = (list: readonly string[]) => country !== null && list.includes(country);
  return judgeLists(rules, {
    bans: "unauthorizedCountries",
    allows: "authorizedCountries",
    denial: "country",

    isBanned: isIn,
    isAllowed: isIn,
  });
};

function judgeVpn(
  { resolved }: AccessRules,
  { isVpn, address }: Visitor,
  isWithin: IsWithin = isAddressIn,
): StepVerdict {
  const { authorizedVPNs: answer, authorizedVPNsList: exceptions } = resolved;
  if (answer.source === "default" && exceptions.value.length === 0) return UNSET;
  const isException = isVpn && isWithin(address, exceptions.value, "exception");
  const isAllowed = !isVpn || answer.value !== isException;
  const said = isException
    ? ({ rule: "authorizedVPNsList", source: exceptions.source } as const)
    : ({ rule: "authorizedVPNs", source: answer.source } as const);
  return isAllowed ? { verdict: "passed", ...said } : { verdict: "refused", denial: "vpn", ...said };
}

const judgeHost =
  (kind: HostListKind, lists: Pick<TwoLists, "bans" | "allows">) =>
  (rules: AccessRules, { host }: Visitor): StepVerdict => {
    if (host === undefined) return UNSET;
    const isIn = (list: readonly string[]) => host !== null && isHostIn(host, list, kind);
    const { value: mayBeUnknown } = rules.resolved.unknownWebsites;
    const isAllowed = (list: readonly string[]) => (host === null ? mayBeUnknown : isIn(list));
    return judgeLists(rules, { ...lists, denial: kind, isBanned: isIn, isAllowed });
  };

function judgeStreaming({ resolved }: AccessRules, { authorization }: Visitor): StepVerdict {
  const { value, source } = resolved.streaming;
  const said = { rule: "streaming", source } as const;
  if (value === "refused") return { verdict: "refused", denial: "streaming", ...said };
  if (value === "open") return source === "default" ? UNSET : { verdict: "passed", ...said };
  if (authorization.kind === "passed") return { verdict: "passed", ...said };
  const denial = authorization.kind === "none" ? "authorization_missing" : "authorization_invalid";
  return { verdict: "refused", denial, ...said };
}

/** In this order; the first that refuses decides. */
export const ACCESS_STEPS: readonly AccessStep[] = [
  { name: "address", judge: judgeAddress },
  { name: "country", judge: judgeCountry },
  { name: "vpn", judge: judgeVpn },
  {
    name: "website",
    judge: judgeHost("website", { bans: "unauthorizedWebsites", allows: "authorizedWebsites" }),
  },
  {
    name: "subdomain",
    judge: judgeHost("subdomain", { bans: "unauthorizedSubdomains", allows: "authorizedSubdomains" }),
  },
  { name: "streaming", judge: judgeStreaming },
];

/** The verdict of a step by these rules and by those of every origin: the first that refuses, else that of these rules. */
export function judgeStep(
  { judge }: AccessStep,
  rules: AccessRules,
  visitor: Visitor,
  isWithin?: IsWithin,
): StepVerdict {
  const said = judge(rules, visitor, isWithin);
  if (said.verdict === "refused") return said;
  for (const origin of rules.origins ?? []) {
    const ofOrigin = judge(origin, visitor, isWithin);
    if (ofOrigin.verdict === "refused") return ofOrigin;
  }
  return said;
}

const LISTS = [
  "authorizedIPs",
  "authorizedCountries",
  "authorizedWebsites",
  "authorizedSubdomains",
  ...BAN_NAMES,
] as const satisfies RuleName[];

/** Whether these rules allow every visitor, whatever their address, page or token. */
export function letsEverybodyIn({ resolved, bans, origins = [] }: AccessRules): boolean {
  if (!origins.every(letsEverybodyIn)) return false;
  const { authorizedVPNs, authorizedVPNsList: exceptions, streaming } = resolved;
  const isListed = LISTS.some((name) => resolved[name].value.length > 0);
  if (isListed || BAN_NAMES.some((name) => bans[name].length > 0)) return false;
  return streaming.value === "open" && authorizedVPNs.value && exceptions.value.length === 0;
}

/** The first step that keeps a viewer out; undefined when they may watch. */
export const findRefusedStep = (rules: AccessRules, visitor: Visitor): AccessStep["name"] | undefined =>
  ACCESS_STEPS.find((step) => judgeStep(step, rules, visitor).verdict === "refused")?.name;

/** The first rule that blocks a viewer; undefined when playback is allowed. */
export function findDenial(rules: AccessRules, visitor: Visitor): Denial | undefined {
  for (const step of ACCESS_STEPS) {
    const said = judgeStep(step, rules, visitor);
    if (said.verdict === "refused") return said.denial;
  }
  return undefined;
}
