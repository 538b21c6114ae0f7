import type { AuthorizationFault, DeliveryRules, RuleName, RuleSettings, RuleSource } from "@shoal/contract";
import { isAddressIn } from "./addresses.ts";
import { type HostListKind, isHostIn } from "./hosts.ts";
import { type ResolvedRules, type RuleLevels, resolveRules } from "./resolve-rules.ts";

/** Why a viewer cannot watch, in the order in which the rules are checked. */
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

/** The result of checking a token. `passed` for running sessions that started with a token. */
export type AuthorizationVerdict =
  | { kind: "none" }
  | { kind: "passed"; keyId?: string }
  | { kind: "refused"; fault: AuthorizationFault };

/** The data about a visitor that access rules check. */
export interface Visitor {
  address: string;
  /** ISO 3166 alpha-2 code of the country; null where unknown. */
  country: string | null;
  isVpn: boolean;
  /**
   * The host of the embedding page, as returned by `hostOf`; null for unidentified pages and if there is no page. Undefined for requests
   * that never send it, such as those for segments: website rules are then skipped.
   */
  host: string | null | undefined;
  authorization: AuthorizationVerdict;
}

/** The client's block lists, which apply regardless of the other levels. */
export const BAN_NAMES = [
  "unauthorizedIPs",
  "unauthorizedCountries",
  "unauthorizedWebsites",
  "unauthorizedSubdomains",
] as const satisfies RuleName[];
export type ClientBans = Pick<DeliveryRules, (typeof BAN_NAMES)[number]>;

/** The rules and settings that decide who can watch a video. */
export interface AccessRules {
  resolved: ResolvedRules;
  bans: ClientBans;
  /** The access rules of the videos in a scene list: viewers of the list must also pass them. */
  origins?: readonly AccessRules[];
}

/** The rules that decide who can watch. */
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

/** A client's settings for all of its videos. */
export interface ClientAccess {
  rules: RuleSettings;
  /** The only videos that can be played; empty for all. */
  authorizedVideos: readonly string[];
}

const NO_BANS: readonly never[] = [];

/**
 * Collects everything that decides who can watch.
 * @param client undefined if unknown: then no client settings apply.
 * @param uuid the hosted video, which the client's list of playable videos may exclude.
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

/** The verdict of one step on a visitor, with the rule and level that decided; `unset` if there is no rule. */
export type StepVerdict =
  | { verdict: "unset" }
  | { verdict: "passed" | "refused"; rule: RuleName; source: RuleSource; denial?: Denial };

/**
 * Whether an address is in a list. For a network that is only partly in the list, the purpose decides: whether the list blocks viewers,
 * admits them or contains exceptions.
 */
export type IsWithin = (
  address: string,
  list: readonly string[],
  purpose: "ban" | "leave" | "exception",
) => boolean;

interface AccessStep {
  name: "address" | "country" | "vpn" | "website" | "subdomain" | "streaming";
  check(rules: AccessRules, visitor: Visitor, isWithin?: IsWithin): StepVerdict;
}

const UNSET_VERDICT: StepVerdict = { verdict: "unset" };

/** Checks a block list and an allow list: the block list wins, and an empty allow list allows everyone. */
interface TwoLists {
  bans: keyof ClientBans;
  allows: RuleName;
  denial: Denial;
  isBanned(list: readonly string[]): boolean;
  isAllowed(list: readonly string[]): boolean;
}

function checkLists({ resolved, bans: ofClient }: AccessRules, step: TwoLists): StepVerdict {
  const { bans, allows, denial } = step;
  const [banned, allowed] = [resolved[bans], resolved[allows]];
  const authorized = allowed.value as readonly string[];
  const refused = { verdict: "refused", denial } as const;
  if (step.isBanned(banned.value)) return { ...refused, rule: bans, source: banned.source };
  if (banned.value !== ofClient[bans] && step.isBanned(ofClient[bans]))
    return { ...refused, rule: bans, source: "client" };
  if (authorized.length > 0) {
    const outcome = { rule: allows, source: allowed.source };
    return step.isAllowed(authorized) ? { verdict: "passed", ...outcome } : { ...refused, ...outcome };
  }
  if (banned.value.length > 0) return { verdict: "passed", rule: bans, source: banned.source };
  return ofClient[bans].length > 0 ? { verdict: "passed", rule: bans, source: "client" } : UNSET_VERDICT;
}

const checkAddress = (
  rules: AccessRules,
  { address }: Visitor,
  isWithin: IsWithin = isAddressIn,
): StepVerdict =>
  checkLists(rules, {
    bans: "unauthorizedIPs",
    allows: "authorizedIPs",
    denial: "address",
    isBanned: (list) => isWithin(address, list, "ban"),
    isAllowed: (list) => isWithin(address, list, "leave"),
  });

/** A visitor from an unknown country is in neither list: allow lists block the visitor, block lists do not. */
const checkCountry = (rules: AccessRules, { country }: Visitor): StepVerdict => {
  const isIn = (list: readonly string[]) => country !== null && list.includes(country);
  return checkLists(rules, {
    bans: "unauthorizedCountries",
    allows: "authorizedCountries",
    denial: "country",

    isBanned: isIn,
    isAllowed: isIn,
  });
};

function checkVpn(
  { resolved }: AccessRules,
  { isVpn, address }: Visitor,
  isWithin: IsWithin = isAddressIn,
): StepVerdict {
  const { authorizedVPNs: answer, authorizedVPNsList: exceptions } = resolved;
  if (answer.source === "default" && exceptions.value.length === 0) return UNSET_VERDICT;
  const isException = isVpn && isWithin(address, exceptions.value, "exception");
  const isAllowed = !isVpn || answer.value !== isException;
  const outcome = isException
    ? ({ rule: "authorizedVPNsList", source: exceptions.source } as const)
    : ({ rule: "authorizedVPNs", source: answer.source } as const);
  return isAllowed ? { verdict: "passed", ...outcome } : { verdict: "refused", denial: "vpn", ...outcome };
}

const checkHost =
  (kind: HostListKind, lists: Pick<TwoLists, "bans" | "allows">) =>
  (rules: AccessRules, { host }: Visitor): StepVerdict => {
    if (host === undefined) return UNSET_VERDICT;
    const isIn = (list: readonly string[]) => host !== null && isHostIn(host, list, kind);
    const { value: mayBeUnknown } = rules.resolved.unknownWebsites;
    const isAllowed = (list: readonly string[]) => (host === null ? mayBeUnknown : isIn(list));
    return checkLists(rules, { ...lists, denial: kind, isBanned: isIn, isAllowed });
  };

function checkStreaming({ resolved }: AccessRules, { authorization }: Visitor): StepVerdict {
  const { value, source } = resolved.streaming;
  const outcome = { rule: "streaming", source } as const;
  if (value === "refused") return { verdict: "refused", denial: "streaming", ...outcome };
  if (value === "open") return source === "default" ? UNSET_VERDICT : { verdict: "passed", ...outcome };
  if (authorization.kind === "passed") return { verdict: "passed", ...outcome };
  const denial = authorization.kind === "none" ? "authorization_missing" : "authorization_invalid";
  return { verdict: "refused", denial, ...outcome };
}

/** The steps in order of evaluation; the first step that blocks the visitor decides. */
export const ACCESS_STEPS: readonly AccessStep[] = [
  { name: "address", check: checkAddress },
  { name: "country", check: checkCountry },
  { name: "vpn", check: checkVpn },
  {
    name: "website",
    check: checkHost("website", { bans: "unauthorizedWebsites", allows: "authorizedWebsites" }),
  },
  {
    name: "subdomain",
    check: checkHost("subdomain", { bans: "unauthorizedSubdomains", allows: "authorizedSubdomains" }),
  },
  { name: "streaming", check: checkStreaming },
];

/**
 * Checks a step against these rules and those of every origin. Returns the first verdict that blocks the visitor, otherwise the verdict
 * of these rules.
 */
export function checkStep(
  { check }: AccessStep,
  rules: AccessRules,
  visitor: Visitor,
  isWithin?: IsWithin,
): StepVerdict {
  const outcome = check(rules, visitor, isWithin);
  if (outcome.verdict === "refused") return outcome;
  for (const origin of rules.origins ?? []) {
    const ofOrigin = check(origin, visitor, isWithin);
    if (ofOrigin.verdict === "refused") return ofOrigin;
  }
  return outcome;
}

const RESTRICTING_RULES = [
  "authorizedIPs",
  "authorizedCountries",
  "authorizedWebsites",
  "authorizedSubdomains",
  ...BAN_NAMES,
] as const satisfies RuleName[];

/** Returns whether these rules admit every visitor, regardless of address, page or token. */
export function admitsEveryone({ resolved, bans, origins = [] }: AccessRules): boolean {
  if (!origins.every(admitsEveryone)) return false;
  const { authorizedVPNs, authorizedVPNsList: exceptions, streaming } = resolved;
  const isListed = RESTRICTING_RULES.some((name) => resolved[name].value.length > 0);
  if (isListed || BAN_NAMES.some((name) => bans[name].length > 0)) return false;
  return streaming.value === "open" && authorizedVPNs.value && exceptions.value.length === 0;
}

/** Returns the first step that blocks a viewer; undefined if they can watch. */
export const findRefusedStep = (rules: AccessRules, visitor: Visitor): AccessStep["name"] | undefined =>
  ACCESS_STEPS.find((step) => checkStep(step, rules, visitor).verdict === "refused")?.name;

/** Returns the first rule that blocks a viewer; undefined if playback is allowed. */
export function findDenial(rules: AccessRules, visitor: Visitor): Denial | undefined {
  for (const step of ACCESS_STEPS) {
    const outcome = checkStep(step, rules, visitor);
    if (outcome.verdict === "refused") return outcome.denial;
  }
  return undefined;
}
