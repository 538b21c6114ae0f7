import { DEFAULT_RULES, type DeliveryRules, RuleChanges, RuleSettings } from "@shoal/contract";
import { describe, expect, test } from "vitest";
import {
  changeSettings,
  chosenCollectionOf,
  isActiveAt,
  MAX_COLLECTION_REPORT_AGE_MS,
  peerRuleSources,
  peerRulesFor,
  type RuleLevels,
  resolveRules,
  rulesExpireAtMs,
} from "./index.ts";

const NOW_MS = Date.parse("2026-03-02T10:00:00Z"); // a Monday

describe("resolveRules", () => {
  const levels: RuleLevels = {
    custom: { p2pWeb: false },
    collection: { rules: { p2pWeb: true, uploadPercent: 30 }, reportedAtMs: NOW_MS - 60_000 },
    config: { uploadPercent: 50, viewerThreshold: 4 },
    client: { authorizedCountries: ["FR"], viewerThreshold: 9 },
  };

  test("the video's rules come first, then those of its collection, its config and its client", () => {
    const rules = resolveRules(levels, NOW_MS);
    expect(rules.p2pWeb).toEqual({ value: false, source: "custom" });
    expect(rules.uploadPercent).toEqual({
      value: 30,
      source: "collection",
      reportedAtMs: NOW_MS - 60_000,
    });
    expect(rules.viewerThreshold).toEqual({ value: 4, source: "config" });
    expect(rules.authorizedCountries).toEqual({ value: ["FR"], source: "client" });
    expect(rules.interISP).toEqual({ value: true, source: "default" });
  });

  test("a reported collection no longer applies after 5 minutes without a report", () => {
    const late = NOW_MS - 60_000 + MAX_COLLECTION_REPORT_AGE_MS;
    expect(rulesExpireAtMs(levels, NOW_MS)).toBe(late);
    expect(resolveRules(levels, late - 1).uploadPercent.source).toBe("collection");
    expect(resolveRules(levels, late).uploadPercent).toEqual({ value: 50, source: "config" });
    expect(rulesExpireAtMs(levels, late)).toBeUndefined();
  });
});

test("a collection chosen by hand applies without reports", () => {
  const levels: RuleLevels = { collection: { rules: { uploadPercent: 30 }, reportedAtMs: null } };
  expect(resolveRules(levels, NOW_MS).uploadPercent).toEqual({ value: 30, source: "collection" });
  expect(rulesExpireAtMs(levels, NOW_MS)).toBeUndefined();
});

test("changeSettings sets named rules, removes null ones and keeps the rest", () => {
  const settings = { p2pWeb: false, uploadPercent: 30 };
  expect(changeSettings(settings, { uploadPercent: null, savedSegments: 4 })).toEqual({
    p2pWeb: false,
    savedSegments: 4,
  });
});

test.each([
  ["Monday morning in Paris", "2026-03-02T07:30:00Z", "Europe/Paris", true],
  ["the same moment in New York, still night", "2026-03-02T07:30:00Z", "America/New_York", false],
  ["the minute of its end", "2026-03-02T17:00:00Z", "Europe/Paris", false],
  ["Friday night", "2026-03-06T22:30:00Z", "Europe/Paris", true],
  ["Saturday before dawn, which belongs to Friday night", "2026-03-07T01:00:00Z", "Europe/Paris", true],
  ["Sunday", "2026-03-08T10:00:00Z", "Europe/Paris", false],
  ["during daylight saving time", "2026-07-06T06:30:00Z", "Europe/Paris", true],
  ["an unknown time zone, which counts as UTC", "2026-03-02T08:30:00Z", "Nowhere/Land", true],
])("isActiveAt applies weekly times in a time zone: %s", (_, at, zone, isActive) => {
  const times = [
    { days: [1, 2, 3, 4], from: "08:00", to: "18:00" },
    { days: [5], from: "22:00", to: "04:00" },
  ];
  expect(isActiveAt(times, zone, Date.parse(at))).toBe(isActive);
  expect(isActiveAt([], zone, Date.parse(at))).toBe(true);
});

describe("the peer rules of a viewer", () => {
  const at = { timeZone: "UTC", nowMs: NOW_MS };
  const of = (rules: Partial<DeliveryRules>, platform: "web" | "android" | "ios" = "web", sessionId = "a") =>
    peerRulesFor({ ...DEFAULT_RULES, ...rules }, { platform, sessionId }, at);

  test("sharing can be turned off for each platform, and is off outside the active times", () => {
    expect(of({ p2pAndroid: false }).enabled).toBe(true);
    expect(of({ p2pAndroid: false }, "android").enabled).toBe(false);
    expect(of({ p2pIOS: false }, "ios").enabled).toBe(false);
    expect(of({ activeTimes: [{ days: [1], from: "11:00", to: "12:00" }] }).enabled).toBe(false);
    expect(of({ activeTimes: [{ days: [1], from: "09:00", to: "12:00" }] }).enabled).toBe(true);
  });

  test.each([
    [undefined, false, true],
    [undefined, true, false],
    [true, true, true],
    [false, true, false],
    // After declining, the viewer is not prompted again, whatever the rules.
    [false, false, false],
  ])("with consent %s, and asking for consent %s, sharing is on: %s", (consent, asksConsent, may) => {
    const rules = { ...DEFAULT_RULES, asksConsent };
    const { enabled, maxPeers } = peerRulesFor(rules, { platform: "web", sessionId: "a", consent }, at);
    expect([enabled, maxPeers > 0]).toEqual([may, may]);
    const resolved = resolveRules({ client: { asksConsent } }, NOW_MS);
    const { rule } = peerRuleSources(resolved, { platform: "web", sessionId: "a", consent }, at).enabled;
    expect(rule).toBe(may ? "p2pWeb" : "asksConsent");
  });

  test("viewers do not share a video that is not streamed", () => {
    expect(of({ streaming: "refused" }).enabled).toBe(false);
  });

  test("the source of a rule is the first of several that exclude a viewer from peers", () => {
    const levels: RuleLevels = {
      config: { activeTimes: [{ days: [7], from: "09:00", to: "12:00" }], uploadPercent: 40 },
      client: { p2pIOS: false },
    };
    const of = (platform: "web" | "ios") =>
      peerRuleSources(resolveRules(levels, NOW_MS), { platform, sessionId: "a" }, at);
    expect(of("web")).toMatchObject({ uploadPercent: "config", interISP: "default" });
    expect(of("web").enabled).toEqual({ rule: "activeTimes", source: "config" });
    expect(of("ios").enabled).toEqual({ rule: "p2pIOS", source: "client" });
    const open = peerRuleSources(resolveRules({}, NOW_MS), { platform: "web", sessionId: "a" }, at);
    expect(open.enabled).toEqual({ rule: "p2pWeb", source: "default" });
  });

  test("the configured share of sessions takes part, and a session's group never changes", () => {
    const sessions = Array.from({ length: 4_000 }, (_, number) => `session-${number}`);
    const chosen = (share: number) =>
      sessions.filter((session) => of({ peerPercentage: share }, "web", session).enabled);
    expect(chosen(0)).toEqual([]);
    expect(chosen(100)).toHaveLength(4_000);
    const quarter = chosen(25);
    expect(quarter.length / 40).toBeGreaterThan(22);
    expect(quarter.length / 40).toBeLessThan(28);
    const half = new Set(chosen(50));
    expect(quarter.every((session) => half.has(session))).toBe(true);
  });
});

test("settings contain only the rules that they set, and null in a change removes one", () => {
  expect(RuleSettings.parse({ p2pWeb: true })).toEqual({ p2pWeb: true });
  expect(RuleChanges.parse({ p2pWeb: null })).toEqual({ p2pWeb: null });
  const bad = RuleChanges.safeParse({
    uploadPercent: 101,
    activeTimes: [{ days: [8], from: "8:00", to: "25:00" }],
    authorizedWebsites: ["not a host"],
    thumbnailURL: "javascript:alert(1)",
    extra: 1,
  });
  expect(bad.success).toBe(false);
  const paths = new Set(
    bad.error?.issues.map(({ path, code }) => (code === "unrecognized_keys" ? "extra" : path[0])),
  );
  expect([...paths].toSorted()).toEqual([
    "activeTimes",
    "authorizedWebsites",
    "extra",
    "thumbnailURL",
    "uploadPercent",
  ]);
});

test("a reported collection sets only peer rules, and a chosen one sets all rules", () => {
  const rules = {
    uploadPercent: 30,
    authorizedCountries: [],
    streaming: "open",
    thumbnailURL: "https://a.example/b",
  } as const;
  const resolve = (reportedAtMs: number | null) => {
    const config = { authorizedCountries: ["FR"], streaming: "token" as const };
    const collection = { rules: { ...rules, authorizedCountries: [] }, reportedAtMs };
    return resolveRules({ collection, config }, NOW_MS);
  };
  expect(resolve(NOW_MS)).toMatchObject({
    uploadPercent: { value: 30, source: "collection" },
    authorizedCountries: { value: ["FR"], source: "config" },
    streaming: { value: "token", source: "config" },
    thumbnailURL: { source: "default" },
  });
  expect(resolve(null)).toMatchObject({
    authorizedCountries: { value: [], source: "collection" },
    streaming: { value: "open", source: "collection" },
  });
  const asked = (asks: boolean, below: boolean) => {
    const collection = { rules: { asksConsent: asks }, reportedAtMs: NOW_MS };
    return resolveRules({ collection, client: { asksConsent: below } }, NOW_MS).asksConsent.value;
  };
  // A page cannot turn the consent question off.
  expect([asked(true, false), asked(false, true)]).toEqual([true, true]);
  expect(chosenCollectionOf({ name: "a", reportedAtMs: NOW_MS })).toBeUndefined();
  expect(chosenCollectionOf({ name: "a", reportedAtMs: null })).toBe("a");
});
