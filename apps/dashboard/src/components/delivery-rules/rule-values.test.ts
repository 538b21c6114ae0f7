import { RULE_NAMES, RuleChanges, type RuleSettings } from "@shoal/contract";
import { expect, test } from "vitest";
import { findOwnChanges, mergeEdits } from "../../lib/edit-conflict.ts";
import { groupRules } from "./rule-groups.ts";
import { rulesFor, SUBJECT_LEVELS, type SubjectKind } from "./rule-subject.ts";
import { resolveWith, type SubjectRules, valuesFor } from "./rule-values.ts";

const NOW_MS = 1_800_000_000_000;
const createRules = (own: RuleSettings, more: Partial<SubjectRules> = {}): SubjectRules => ({
  kind: "video",
  own,
  below: {},
  timeZone: "UTC",
  revision: 1,
  ...more,
});

test("only changed rules are sent, with null for a rule that is inherited again", () => {
  const base = valuesFor(createRules({ p2pWeb: false, uploadPercent: 40, authorizedCountries: ["FR"] }));
  const values = { ...base, p2pWeb: null, uploadPercent: 40, authorizedCountries: ["FR", "BE"] };
  const changes = findOwnChanges(base, values);
  expect(changes).toEqual({ p2pWeb: null, authorizedCountries: ["FR", "BE"] });
  expect(RuleChanges.parse(changes)).toEqual(changes);
});

test("changes by another user are merged, except where they conflict", () => {
  const base = valuesFor(createRules({ uploadPercent: 40 }));
  const typed = { ...base, uploadPercent: 50, interISP: false };
  const latest = { ...base, uploadPercent: 60, viewerThreshold: 3 };
  const { values, changes } = mergeEdits(base, typed, latest);
  expect(values).toMatchObject({ uploadPercent: 50, interISP: false, viewerThreshold: 3 });
  expect(changes.map(({ field, isContested }) => [field, isContested])).toEqual([
    ["viewerThreshold", false],
    ["uploadPercent", true],
  ]);
});

test("a rule that is reset inherits the value of the nearest level", () => {
  const below = {
    collection: { rules: { uploadPercent: 30 }, reportedAtMs: NOW_MS - 60_000 },
    config: { uploadPercent: 20, viewerThreshold: 4 },
    client: { savedSegments: 9 },
  };
  const rules = createRules({ uploadPercent: 40 }, { below });
  const inForce = resolveWith(rules, rules.own, NOW_MS);
  expect(inForce.uploadPercent).toEqual({ value: 40, source: "custom" });
  const inherited = resolveWith(rules, { ...rules.own, uploadPercent: null }, NOW_MS);
  expect(inherited.uploadPercent).toMatchObject({ value: 30, source: "collection" });
  expect(inherited.savedSegments).toEqual({ value: 9, source: "client" });
  // Five minutes after the report, the collection's rules no longer apply.
  expect(resolveWith(rules, {}, NOW_MS + 240_000).uploadPercent).toEqual({ value: 20, source: "config" });
});

test.each(Object.keys(SUBJECT_LEVELS) as SubjectKind[])(
  "own rules of a %s have the source of its level",
  (kind) => {
    const rules = createRules({ p2pWeb: false }, { kind });
    expect(resolveWith(rules, rules.own, NOW_MS).p2pWeb.source).toBe(SUBJECT_LEVELS[kind]);
  },
);

test("the window lists every rule once, without those for which a client has separate lists", () => {
  const namesIn = (kind: SubjectKind) =>
    groupRules(rulesFor(kind)).flatMap(({ parts }) => parts.flatMap(({ names }) => names));
  expect(namesIn("video").toSorted()).toEqual([...RULE_NAMES].toSorted());
  expect(namesIn("client")).not.toContain("authorizedIPs");
  expect(namesIn("client")).toContain("authorizedWebsites");
});
