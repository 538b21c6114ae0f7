import type { RuleSettings } from "@shoal/contract";
import { describe, expect, test } from "vitest";
import { accessRulesOf, admitsEveryone, type Denial, findDenial, type Visitor } from "./access.ts";
import { joinRules } from "./join-rules.ts";
import { valuesOf } from "./resolve-rules.ts";
import { traceAccess } from "./trace-access.ts";

const NOW_MS = Date.parse("2026-03-02T10:00:00Z");
const visitor: Visitor = {
  address: "203.0.113.9",
  country: "FR",
  isVpn: false,
  host: "news.example.com",
  authorization: { kind: "none" },
};
const rulesOf = (custom: RuleSettings) => accessRulesOf({ custom }, undefined, { nowMs: NOW_MS });
const joinOrigins = (...origins: RuleSettings[]) => joinRules(rulesOf({}), origins.map(rulesOf));

describe("joinRules", () => {
  test.each<[RuleSettings[], Denial | undefined]>([
    [[], undefined],
    [[{ authorizedCountries: ["FR"] }, { authorizedIPs: ["203.0.113.0/24"] }], undefined],
    // No visitor is in both lists: the result must not be an empty list, which admits everyone.
    [[{ authorizedCountries: ["FR"] }, { authorizedCountries: ["DE"] }], "country"],
    [[{}, { unauthorizedIPs: ["203.0.113.9"] }], "address"],
    [[{ authorizedWebsites: ["example.com"] }, { authorizedWebsites: ["example.org"] }], "website"],
    [[{ streaming: "open" }, { streaming: "token" }], "authorization_missing"],
    [[{ streaming: "token" }, { streaming: "refused" }], "streaming"],
  ])("a viewer must pass the rules of every video: %o", (origins, denial) => {
    const rules = joinOrigins(...origins);
    expect(findDenial(rules, visitor)).toBe(denial);
    expect(admitsEveryone(rules)).toBe(origins.length === 0);
    const video = { isDeleted: false, startsAt: null, hasPassword: false };
    const trace = traceAccess(rules, { ...visitor, isPasswordRight: true }, video, NOW_MS);
    expect(trace.isAllowed).toBe(denial === undefined);
  });

  test("peers follow the strictest rules of all videos", () => {
    const one: RuleSettings = { p2pWeb: false, uploadPercent: 70, viewerThreshold: 5, savedSegments: 9 };
    const other: RuleSettings = { asksConsent: true, uploadPercent: 20, interISP: false, ice: "a" };
    expect(valuesOf(joinOrigins(one, other).resolved)).toMatchObject({
      p2pWeb: false,
      p2pIOS: true,
      asksConsent: true,
      interISP: false,
      uploadPercent: 20,
      viewerThreshold: 5,
      savedSegments: 9,
      ice: "a",
    });
  });

  test("peers share only during weekly times that are equal in all videos, and never if they differ", () => {
    const morning = [{ days: [1], from: "08:00", to: "12:00" }];
    const evening = [{ days: [1], from: "18:00", to: "20:00" }];
    const of = (...times: (typeof morning)[]) =>
      valuesOf(joinOrigins(...times.map((activeTimes) => ({ activeTimes }))).resolved);
    expect(of(morning, [], morning)).toMatchObject({ activeTimes: morning, p2pWeb: true });
    expect(of(morning, evening)).toMatchObject({ p2pWeb: false, p2pAndroid: false, p2pIOS: false });
  });
});
