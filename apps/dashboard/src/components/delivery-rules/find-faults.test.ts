import { RULE_ATTRIBUTES, type RuleName } from "@shoal/contract";
import { expect, test } from "vitest";
import { findRuleFaults } from "./find-faults.ts";
import type { RuleValues } from "./rule-values.ts";

const activeTimes = (from: string, to: string, days = [1]) => [{ days, from, to }];

test.each<[RuleName, unknown]>([
  ["viewerThreshold", 0],
  ["viewerThreshold", 1],
  ["viewerThreshold", 1.5],
  ["viewerThreshold", Number.NaN],
  ["savedSegments", 10_001],
  ["savedSegments", 0],
  ["uploadPercent", 100.5],
  ["uploadPercent", 33.3],
  ["activeTimes", activeTimes("08:00", "24:00")],
  ["activeTimes", activeTimes("08:00", "08:00")],
  ["activeTimes", activeTimes("8:00", "09:00")],
  ["activeTimes", activeTimes("22:00", "02:00", [])],
  ["activeTimes", activeTimes("24:01", "02:00")],
  ["activeTimes", Array.from({ length: 51 }, () => activeTimes("01:00", "02:00")[0])],
  ["thumbnailURL", ""],
  ["thumbnailURL", "https://www.example.org/a.jpg"],
  ["thumbnailURL", "ftp://www.example.org/a.jpg"],
  ["thumbnailURL", "picture.jpg"],
  ["p2pWeb", false],
])("the page validates %s of %j as the server does", (name, value) => {
  const isFaulty = name in findRuleFaults({ [name]: value } as RuleValues);
  expect(isFaulty).toBe(!RULE_ATTRIBUTES[name].safeParse(value).success);
});

test("an inherited rule has no fault", () => {
  expect(findRuleFaults({ uploadPercent: null } as RuleValues)).toEqual({});
});
