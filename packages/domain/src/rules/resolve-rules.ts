import {
  DEFAULT_RULES,
  type DeliveryRules,
  PEER_RULES,
  RULE_NAMES,
  type RuleChanges,
  type RuleName,
  type RuleSettings,
  type RuleSource,
} from "@shoal/contract";

/** How long a report of the SDK counts (§4: a rule reverts after 5 minutes without reports). */
export const MAX_COLLECTION_REPORT_AGE_MS = 300_000;

/** The rules of each level; levels without rules are omitted. */
export interface RuleLevels {
  custom?: RuleSettings;
  /**
   * The video's collection, with the time of the SDK's last report. Null for a collection chosen by hand, which applies without
   * reports; a reported one sets only peer rules.
   */
  collection?: { rules: RuleSettings; reportedAtMs: number | null };
  config?: RuleSettings;
  client?: RuleSettings;
}

/** The value of a rule in force, and the level that set it. */
export interface ResolvedRule<N extends RuleName = RuleName> {
  value: DeliveryRules[N];
  source: RuleSource;
  /** The time of the SDK's last report, for a collection's rule. */
  reportedAtMs?: number;
}
export type ResolvedRules = { [N in RuleName]: ResolvedRule<N> };

/**
 * Returns the value and source of each rule: the first level that sets it decides (§4 Rules).
 * @example resolveRules({ custom: { p2pWeb: false } }, Date.now()).p2pWeb // { value: false, source: "custom" }
 */
export function resolveRules(levels: RuleLevels, nowMs: number): ResolvedRules {
  return Object.fromEntries(
    RULE_NAMES.map((name) => [name, resolveRule(levels, name, nowMs)]),
  ) as ResolvedRules;
}

/** Returns the values without their sources. */
export function valuesOf(resolved: ResolvedRules): DeliveryRules {
  return Object.fromEntries(
    RULE_NAMES.map((name) => [name, resolved[name].value]),
  ) as unknown as DeliveryRules;
}

/**
 * Returns when the rules next change without an update: when the collection's report expires.
 * @returns undefined if they do not change.
 */
export function rulesExpireAtMs({ collection }: RuleLevels, nowMs: number): number | undefined {
  if (!collection || collection.reportedAtMs === null) return undefined;
  const atMs = collection.reportedAtMs + MAX_COLLECTION_REPORT_AGE_MS;
  return atMs > nowMs ? atMs : undefined;
}

function resolveRule<N extends RuleName>(levels: RuleLevels, name: N, nowMs: number): ResolvedRule<N> {
  const { custom, collection, config, client } = levels;
  if (custom?.[name] !== undefined) return { value: custom[name] as DeliveryRules[N], source: "custom" };
  const held = collection && isReportRecent(collection.reportedAtMs, nowMs) ? collection : undefined;
  if (held?.rules[name] !== undefined && canSetRule(held, name))
    return {
      value: held.rules[name] as DeliveryRules[N],
      source: "collection",
      ...(held.reportedAtMs === null ? {} : { reportedAtMs: held.reportedAtMs }),
    };
  if (config?.[name] !== undefined) return { value: config[name] as DeliveryRules[N], source: "config" };
  if (client?.[name] !== undefined) return { value: client[name] as DeliveryRules[N], source: "client" };
  return { value: DEFAULT_RULES[name], source: "default" };
}

/**
 * Returns whether a collection can set this rule: a collection chosen by hand can set any rule, a reported collection only peer rules. A
 * page can turn asking for consent on, but not off.
 */
const canSetRule = (
  { rules, reportedAtMs }: NonNullable<RuleLevels["collection"]>,
  name: RuleName,
): boolean =>
  reportedAtMs === null ||
  (PEER_RULES.includes(name) && (name !== "asksConsent" || rules.asksConsent === true));

/**
 * The rules of a collection that become custom rules of a video when it leaves the collection or the collection is deleted (§4): those that
 * the collection sets while the video belongs to it, however old its last report is.
 */
export const rulesKeptFrom = (collection: NonNullable<RuleLevels["collection"]>): RuleSettings =>
  Object.fromEntries(
    Object.entries(collection.rules).filter(([name]) => canSetRule(collection, name as RuleName)),
  );

/** Returns the name of a chosen collection, to which tokens can refer; undefined for a collection that is only reported. */
export const chosenCollectionOf = (
  collection: { name?: string; reportedAtMs: number | null } | undefined,
): string | undefined => (collection?.reportedAtMs === null ? collection.name : undefined);

/** Returns whether a collection's rules apply: it was chosen by hand, or its report is recent enough. */
export const isReportRecent = (reportedAtMs: number | null, nowMs: number): boolean =>
  reportedAtMs === null || nowMs - reportedAtMs < MAX_COLLECTION_REPORT_AGE_MS;

/** Applies changes to settings: null resets a rule; missing rules stay unchanged. */
export function changeSettings(settings: RuleSettings, changes: RuleChanges): RuleSettings {
  return Object.fromEntries(
    Object.entries({ ...settings, ...changes }).filter(([, value]) => value !== null && value !== undefined),
  );
}
