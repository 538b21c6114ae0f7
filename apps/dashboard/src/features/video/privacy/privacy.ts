import { type DeliveryRules, RULE_NAMES, type RuleChanges, type VideoView } from "@shoal/contract";
import { type ResolvedRules, valuesOf } from "@shoal/domain";
import { findLockouts } from "../../../components/delivery-rules/find-lockouts.ts";
import { resolveWith, type SubjectRules } from "../../../components/delivery-rules/rule-values.ts";

/** The presets of who can watch, from the widest to the narrowest. */
export const PRIVACY_PRESETS = ["public", "password", "sites", "organisation", "token", "nobody"] as const;
export type PrivacyPreset = (typeof PRIVACY_PRESETS)[number];

/** An additional restriction on who can watch, or when. */
export type PrivacyCondition =
  | { kind: "password" | "blockedSites" | "blockedAddresses" | "vpns" }
  | { kind: "sites"; hosts: readonly string[] }
  | { kind: "addresses" | "countries" | "blockedCountries"; count: number }
  | { kind: "from" | "until"; date: string };

export interface PrivacyState {
  preset: PrivacyPreset;
  /** The websites that are allowed by the preset "sites". */
  hosts: readonly string[];
  conditions: PrivacyCondition[];
}

type PrivacySubject = Pick<VideoView, "isPassword" | "isDeleted" | "startDate" | "deleteDate">;

/**
 * Returns the access to a video that results from its effective rules.
 * @param nowMs the current time; dates before this time do not restrict access.
 */
export function privacyOf(video: PrivacySubject, rules: DeliveryRules, nowMs: number): PrivacyState {
  const preset = presetOf(video, rules);
  const hosts = hostsOf(rules);
  if (preset === "nobody") return { preset, hosts, conditions: [] };
  const wanted: (PrivacyCondition | false)[] = [
    preset !== "sites" && hosts.length > 0 && { kind: "sites", hosts },
    preset !== "organisation" &&
      rules.authorizedIPs.length > 0 && { kind: "addresses", count: rules.authorizedIPs.length },
    preset !== "password" && video.isPassword && { kind: "password" },
    rules.authorizedCountries.length > 0 && { kind: "countries", count: rules.authorizedCountries.length },
    rules.unauthorizedCountries.length > 0 && {
      kind: "blockedCountries",
      count: rules.unauthorizedCountries.length,
    },
    rules.unauthorizedWebsites.length + rules.unauthorizedSubdomains.length > 0 && { kind: "blockedSites" },
    rules.unauthorizedIPs.length > 0 && { kind: "blockedAddresses" },
    !rules.authorizedVPNs && { kind: "vpns" },
    isLater(video.startDate, nowMs) && { kind: "from", date: video.startDate ?? "" },
    isLater(video.deleteDate, nowMs) && { kind: "until", date: video.deleteDate ?? "" },
  ];
  return { preset, hosts, conditions: wanted.filter((condition) => condition !== false) };
}

/**
 * Returns the preset that matches the rules. If several restrictions apply, returns the narrowest preset; the other restrictions are listed
 * as conditions.
 */
function presetOf(video: PrivacySubject, rules: DeliveryRules): PrivacyPreset {
  const closings = findLockouts(rules).filter((closing) => closing !== "token" && closing !== "vpns");
  if (video.isDeleted || closings.length > 0) return "nobody";
  if (rules.streaming === "token") return "token";
  if (rules.authorizedIPs.length > 0) return "organisation";
  if (hostsOf(rules).length > 0) return "sites";
  return video.isPassword ? "password" : "public";
}

const hostsOf = ({ authorizedWebsites, authorizedSubdomains }: DeliveryRules): string[] => [
  ...authorizedWebsites,
  ...authorizedSubdomains,
];

const isLater = (date: string | null, nowMs: number): boolean => date !== null && Date.parse(date) > nowMs;

/** The values of the fields that some presets have. */
export interface PresetDetails {
  sites: readonly string[];
  addresses: readonly string[];
}

/** The rules that presets set. Other rules, such as rules by country, are not changed. */
const PRESET_RULES = ["streaming", "authorizedWebsites", "authorizedSubdomains", "authorizedIPs"] as const;

/**
 * Returns the changes to a video's own rules that make a preset apply: a rule whose inherited value already fits is cleared, and any other
 * rule is set. Contains only rules that differ from the current rules.
 */
export function changesFor(
  preset: PrivacyPreset,
  { sites, addresses }: PresetDetails,
  rules: SubjectRules,
  nowMs: number,
): RuleChanges {
  const inherited = valuesOf(resolveWith(rules, {}, nowMs));
  const own = rules.own.authorizedSubdomains ?? inherited.authorizedSubdomains;
  const wanted: Pick<DeliveryRules, (typeof PRESET_RULES)[number]> = {
    streaming: STREAMING_OF_PRESETS[preset],
    authorizedWebsites: preset === "sites" ? sites.filter((host) => !own.includes(host)) : [],
    authorizedSubdomains: preset === "sites" ? own.filter((host) => sites.includes(host)) : [],
    authorizedIPs: preset === "organisation" ? [...addresses] : [],
  };
  const entries = PRESET_RULES.map((name) => {
    const value = isSameValue(wanted[name], inherited[name]) ? null : wanted[name];
    return [name, value] as const;
  });
  return Object.fromEntries(
    entries.filter(([name, value]) => !isSameValue(value, rules.own[name] ?? null)),
  ) as RuleChanges;
}

const STREAMING_OF_PRESETS = {
  public: "open",
  password: "open",
  sites: "open",
  organisation: "open",
  token: "token",
  nobody: "refused",
} as const satisfies Record<PrivacyPreset, DeliveryRules["streaming"]>;

const isSameValue = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Returns the number of a video's own rules other than those that presets set. */
export const countOtherRules = ({ own }: SubjectRules): number =>
  RULE_NAMES.filter((name) => name in own && !PRESET_RULES.some((each) => each === name)).length;

/** Returns the rules that are in force for the subject. */
export const effectiveRulesOf = (rules: SubjectRules, nowMs: number): DeliveryRules =>
  valuesOf(resolveWith(rules, rules.own, nowMs) as ResolvedRules);
