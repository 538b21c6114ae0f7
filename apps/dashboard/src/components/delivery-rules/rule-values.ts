import type { DeliveryRules, RuleChanges, RuleName, RuleSettings } from "@shoal/contract";
import { changeSettings, type ResolvedRules, type RuleLevels, resolveRules } from "@shoal/domain";
import { rulesFor, SUBJECT_LEVELS, type SubjectKind } from "./rule-subject.ts";

/** The values of the rules in a form; null for an inherited rule. */
export type RuleValues = { [N in RuleName]: DeliveryRules[N] | null };

/** The rules of a subject: the settings that it overrides and those that it inherits. */
export interface SubjectRules {
  kind: SubjectKind;
  own: RuleSettings;
  /** The levels from which the subject inherits, excluding its own level. */
  below: RuleLevels;
  /** The names of the collection and config that the subject belongs to. */
  collectionName?: string | undefined;
  collectionUuid?: string | undefined;
  configName?: string | undefined;
  /** IANA name of the client's time zone. */
  timeZone: string;
  /** Revision of the settings; 0 where rules are saved one by one. */
  revision: number;
}

export const valuesFor = ({ kind, own }: SubjectRules): RuleValues =>
  Object.fromEntries(rulesFor(kind).map((name) => [name, own[name] ?? null])) as RuleValues;

/** Resolves the effective rules for the values of a form. Each result includes its source. */
export function resolveWith(
  { kind, below }: Pick<SubjectRules, "kind" | "below">,
  values: RuleChanges,
  nowMs: number,
): ResolvedRules {
  const own = changeSettings({}, values);
  const level = SUBJECT_LEVELS[kind];
  return resolveRules(
    { ...below, [level]: level === "collection" ? { rules: own, reportedAtMs: null } : own },
    nowMs,
  );
}
