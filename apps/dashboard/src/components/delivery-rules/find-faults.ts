import {
  type ActiveTime,
  type DeliveryRules,
  MAX_ACTIVE_TIMES,
  type RuleName,
  TIME_OF_DAY_PATTERN,
} from "@shoal/contract";
import i18next from "i18next";
import { RULE_INPUTS } from "./rule-groups.ts";
import type { RuleValues } from "./rule-values.ts";

/** Finds the rules whose values the server would reject, with the errors. */
export function findRuleFaults(values: RuleValues): Partial<Record<RuleName, string>> {
  const names = (Object.keys(values) as RuleName[]).filter((name) => values[name] !== null);
  const wrong = names.filter((name) => !isValidRule(name, values[name]));
  return Object.fromEntries(wrong.map((name) => [name, faultText(name)]));
}

/** Validates a rule as the server does. Entries of lists were validated when they were added. */
function isValidRule(name: RuleName, value: DeliveryRules[RuleName] | null): boolean {
  const input = RULE_INPUTS[name];
  if (input.kind === "number")
    return Number.isInteger(value) && isWithin(Number(value), input.min, input.max);
  if (input.kind === "percent") return isWithin(Number(value), 0, 100);
  if (input.kind === "times") return areTimesValid(value as ActiveTime[]);
  return input.kind !== "picture" || isPictureUrlValid(String(value));
}

const isWithin = (value: number, min: number, max: number) => value >= min && value <= max;

const TIME_OF_DAY = new RegExp(TIME_OF_DAY_PATTERN);
const areTimesValid = (times: readonly ActiveTime[]): boolean =>
  times.length <= MAX_ACTIVE_TIMES &&
  times.every(
    ({ days, from, to }) => days.length > 0 && from !== to && TIME_OF_DAY.test(from) && TIME_OF_DAY.test(to),
  );

const MAX_PICTURE_URL_LENGTH = 2_000;
const isPictureUrlValid = (url: string): boolean =>
  url === "" || (url.length <= MAX_PICTURE_URL_LENGTH && /^https?:$/.test(URL.parse(url)?.protocol ?? ""));

function faultText(name: RuleName): string {
  const input = RULE_INPUTS[name];
  if (input.kind === "number")
    return i18next.t("deliveryRules.faults.number", { min: input.min, max: input.max });
  if (input.kind === "times") return i18next.t("deliveryRules.times.fault");
  return i18next.t(input.kind === "percent" ? "deliveryRules.faults.percent" : "deliveryRules.faults.url");
}
