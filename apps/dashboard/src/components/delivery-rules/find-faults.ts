import { RULE_ATTRIBUTES, type RuleName } from "@shoal/contract";
import i18next from "i18next";
import { RULE_INPUTS } from "./rule-groups.ts";
import type { RuleValues } from "./rule-values.ts";

/** Rules whose value the server would refuse, each with what is wrong. */
export function findRuleFaults(values: RuleValues): Partial<Record<RuleName, string>> {
  const names = (Object.keys(values) as RuleName[]).filter((name) => values[name] !== null);
  const wrong = names.filter((name) => !isRight(name, values[name]));
  return Object.fromEntries(wrong.map((name) => [name, faultText(name)]));
}

/** Entries of lists were read one by one when they came into them. */
function isRight(name: RuleName, value: unknown): boolean {
  const { kind } = RULE_INPUTS[name];
  if (kind === "addresses" || kind === "hosts" || kind === "countries") return true;
  return RULE_ATTRIBUTES[name].safeParse(value).success;
}

function faultText(name: RuleName): string {
  const input = RULE_INPUTS[name];
  if (input.kind === "number")
    return i18next.t("deliveryRules.faults.number", { min: input.min, max: input.max });
  if (input.kind === "times") return i18next.t("deliveryRules.times.fault");
  return i18next.t(input.kind === "percent" ? "deliveryRules.faults.percent" : "deliveryRules.faults.url");
}
