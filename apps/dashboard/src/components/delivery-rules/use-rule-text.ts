import type { ActiveTime, DeliveryRules, RuleName } from "@shoal/contract";
import type { ResolvedRule } from "@shoal/domain";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { relativeTime } from "../../lib/dates.ts";
import { countryName } from "../../lib/display-names.ts";
import { useMe } from "../../lib/user.ts";
import { iceSetsQuery } from "../ice-sets/ice-query.ts";
import { RULE_INPUTS } from "./rule-groups.ts";
import type { SubjectRules } from "./rule-values.ts";
import { useDayNames } from "./times/day-names.ts";
import { dayRuns } from "./times/day-runs.ts";

/** The maximum number of entries that a summary of a list names. */
export const MAX_SHOWN_ENTRIES = 3;
const WHOLE_WEEK = 7;

/** Returns a function that writes the value of a rule in the reader's language. */
export function useRuleText(): <N extends RuleName>(name: N, value: DeliveryRules[N]) => string {
  const { t } = useTranslation();
  const lineOf = useListText();
  const timesText = useTimesText();
  const setName = useIceSetName();
  return (name, value) => {
    const { kind } = RULE_INPUTS[name];
    if (kind === "switch") return t(`deliveryRules.${value ? "yes" : "no"}.${name as "p2pWeb"}`);
    if (kind === "percent")
      return t("deliveryRules.values.percent", { percent: value, count: value as number });
    if (kind === "streaming") return t(`deliveryRules.streamings.${value as "open"}`);
    if (kind === "times") return timesText(value as ActiveTime[]);
    if (kind === "ice") return setName(String(value));
    if (kind === "picture") return String(value) || t("deliveryRules.values.videoPicture");
    if (kind === "number") return numberText(name, Number(value));
    return lineOf(name, value as string[]);
  };
  function numberText(name: RuleName, count: number): string {
    if (name === "viewerThreshold") return t("deliveryRules.values.viewers", { count });
    return count === 0 ? t("deliveryRules.values.unlimited") : t("deliveryRules.values.segments", { count });
  }
}

/** Returns a function that describes a list: an empty allow list allows everyone, an empty block list blocks no one. */
function useListText(): (name: RuleName, entries: readonly string[]) => string {
  const { t, i18n } = useTranslation();
  return (name, entries) => {
    if (entries.length === 0)
      return t(
        name.startsWith("authorized") && name !== "authorizedVPNsList"
          ? "deliveryRules.values.all"
          : "deliveryRules.values.none",
      );
    const isCountries = RULE_INPUTS[name].kind === "countries";
    const texts = entries
      .slice(0, MAX_SHOWN_ENTRIES)
      .map((entry) => (isCountries ? countryName(entry, i18n.language) : entry));
    const more = entries.length - MAX_SHOWN_ENTRIES;
    const shown = texts.join(", ");
    return more > 0 ? t("deliveryRules.values.more", { shown, count: more }) : shown;
  };
}

function useTimesText(): (times: readonly ActiveTime[]) => string {
  const { t } = useTranslation();
  const { short } = useDayNames();
  const daysText = (days: readonly number[]) =>
    dayRuns(days)
      .map((run) => run.map(short).join("–"))
      .join(", ");
  const textOf = ({ days, from, to }: ActiveTime) =>
    t(to < from ? "deliveryRules.times.rangeNextDay" : "deliveryRules.times.range", {
      days: days.length === WHOLE_WEEK ? t("deliveryRules.times.everyDay") : daysText(days),
      from,
      to,
    });
  return (times) => (times.length === 0 ? t("deliveryRules.values.always") : times.map(textOf).join("; "));
}

function useIceSetName(): (uuid: string) => string {
  const { t } = useTranslation();
  const clientUuid = useMe()?.client_infos[0]?.uuid ?? "";
  const { data } = useQuery({ ...iceSetsQuery(clientUuid), enabled: clientUuid !== "" });
  return (uuid) =>
    uuid === "default"
      ? t("deliveryRules.values.platformSet")
      : (data?.find((set) => set.uuid === uuid)?.name ?? uuid);
}

/** Returns a function that names the level of a value in the reader's language. */
export function useSourceText({ collectionName, configName, kind }: SubjectRules) {
  const { t } = useTranslation();
  const ageText = useAgeText();
  return ({ source, reportedAtMs }: Pick<ResolvedRule, "source" | "reportedAtMs">, nowMs: number): string => {
    const text = t(`deliveryRules.sources.${source}`);
    if (source === kind) return t("deliveryRules.sources.custom");
    if (reportedAtMs !== undefined)
      return t("deliveryRules.sourceReported", { source: text, age: ageText(nowMs - reportedAtMs) });
    const name = source === "collection" ? collectionName : source === "config" ? configName : undefined;
    return name ? t("deliveryRules.sourceNamed", { source: text, name }) : text;
  };
}

const AGE_UNITS = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
] as const;

/** Returns a function that writes an age in whole units. @example useAgeText()(130_000) // "2 minutes ago" */
export function useAgeText(): (ageMs: number) => string {
  const { i18n } = useTranslation();
  return (ageMs) => {
    const ageSec = Math.max(0, Math.round(ageMs / 1_000));
    const [unit, sec] = AGE_UNITS.find(([, each]) => ageSec >= each) ?? ["second", 1];
    return relativeTime(-Math.floor(ageSec / sec), unit, i18n.language, "short");
  };
}
