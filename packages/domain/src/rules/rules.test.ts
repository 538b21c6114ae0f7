import { DEFAULT_RULES, type DeliveryRules, RuleChanges, RuleSettings } from "@shoal/contract";
import { describe, expect, test } from "vitest";
import {
  COLLECTION_REPORT_MAX_AGE_MS,
  changeSettings,
  findDenial,
  isActiveAt,
  isAddressIn,
  peerRuleSources,
  peerRulesFor,
  type RuleLevels,
  resolveRules,
  rulesExpireAtMs,
  type Visitor,
} from "./index.ts";

const NOW_MS = Date.parse("2026-03-02T10:00:00Z"); // a Monday

describe("where a rule comes from", () => {
  const levels: RuleLevels = {
    custom: { p2pWeb: false },
    collection: { rules: { p2pWeb: true, uploadPercent: 30 }, reportedAtMs: NOW_MS - 60_000 },
    config: { uploadPercent: 50, viewerThreshold: 4 },
    client: { authorizedCountries: ["FR"], viewerThreshold: 9 },
  };

  test("the video's own goes before its collection's, that before the config's, and that before the client's", () => {
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

  test("a collection that was not reported for 5 minutes counts no more", () => {
    const late = NOW_MS - 60_000 + COLLECTION_REPORT_MAX_AGE_MS;
    expect(rulesExpireAtMs(levels, NOW_MS)).toBe(late);
    expect(resolveRules(levels, late - 1).uploadPercent.source).toBe("collection");
    expect(resolveRules(levels, late).uploadPercent).toEqual({ value: 50, source: "config" });
    expect(rulesExpireAtMs(levels, late)).toBeUndefined();
  });
});

test("a collection that was chosen by hand counts without reports", () => {
  const levels: RuleLevels = { collection: { rules: { uploadPercent: 30 }, reportedAtMs: null } };
  expect(resolveRules(levels, NOW_MS).uploadPercent).toEqual({ value: 30, source: "collection" });
  expect(rulesExpireAtMs(levels, NOW_MS)).toBeUndefined();
});

test("a change sets what it names, takes back what is null, and leaves the rest", () => {
  const settings = { p2pWeb: false, uploadPercent: 30 };
  expect(changeSettings(settings, { uploadPercent: null, savedSegments: 4 })).toEqual({
    p2pWeb: false,
    savedSegments: 4,
  });
});

test.each([
  ["Monday morning in Paris", "2026-03-02T07:30:00Z", "Europe/Paris", true],
  ["the same moment in New York, still night", "2026-03-02T07:30:00Z", "America/New_York", false],
  ["the minute of the end", "2026-03-02T17:00:00Z", "Europe/Paris", false],
  ["Friday night", "2026-03-06T22:30:00Z", "Europe/Paris", true],
  ["Saturday before dawn, which belongs to Friday night", "2026-03-07T01:00:00Z", "Europe/Paris", true],
  ["Sunday", "2026-03-08T10:00:00Z", "Europe/Paris", false],
  ["summer time", "2026-07-06T06:30:00Z", "Europe/Paris", true],
  ["a zone that is none, which is UTC", "2026-03-02T08:30:00Z", "Nowhere/Land", true],
])("peers exchange at their times of the week: %s", (_, at, zone, isActive) => {
  const times = [
    { days: [1, 2, 3, 4], from: "08:00", to: "18:00" },
    { days: [5], from: "22:00", to: "04:00" },
  ];
  expect(isActiveAt(times, zone, Date.parse(at))).toBe(isActive);
  expect(isActiveAt([], zone, Date.parse(at))).toBe(true);
});

test.each([
  ["10.1.2.3", ["10.0.0.0/8"], true],
  ["11.1.2.3", ["10.0.0.0/8"], false],
  ["203.0.113.9", ["203.0.113.9"], true],
  ["::ffff:203.0.113.9", ["203.0.113.9/32"], true],
  ["8.8.8.8", ["0.0.0.0/0"], true],
  ["192.168.1.130", ["192.168.1.128/25"], true],
  ["192.168.1.127", ["192.168.1.128/25"], false],
  ["2001:db8::1", ["0.0.0.0/0"], false],
  ["1.2.3", ["0.0.0.0/0"], false],
])("%s lies in %s: %s", (address, ranges, isIn) => {
  expect(isAddressIn(address, ranges)).toBe(isIn);
});

describe("who may watch", () => {
  const visitor: Visitor = { address: "203.0.113.9", country: "FR", isVpn: false, host: "news.example.com" };
  const denialOf = (rules: Partial<DeliveryRules>, who: Partial<Visitor> = {}) =>
    findDenial({ ...DEFAULT_RULES, ...rules }, { ...visitor, ...who });

  test.each<[string, Partial<DeliveryRules>, Partial<Visitor>, string | undefined]>([
    ["everybody by default", {}, {}, undefined],
    ["nobody when streaming is off", { streaming: "refused" }, {}, "streaming"],
    ["an address of the list", { authorizedIPs: ["203.0.113.0/24"] }, {}, undefined],
    ["no other address", { authorizedIPs: ["198.51.100.1"] }, {}, "address"],
    ["no refused address", { unauthorizedIPs: ["203.0.113.9"] }, {}, "address"],
    [
      "a let-in address of a refused subnet",
      { authorizedIPs: ["203.0.113.9"], unauthorizedIPs: ["203.0.113.0/24"] },
      {},
      undefined,
    ],
    ["a country of the list", { authorizedCountries: ["FR"] }, {}, undefined],
    [
      "no unknown country where a list says which",
      { authorizedCountries: ["FR"] },
      { country: null },
      "country",
    ],
    ["no refused country", { unauthorizedCountries: ["FR"] }, {}, "country"],
    ["no VPN where none is allowed", { authorizedVPNs: false }, { isVpn: true }, "vpn"],
    [
      "a VPN that is an exception",
      { authorizedVPNs: false, authorizedVPNsList: ["203.0.113.9"] },
      { isVpn: true },
      undefined,
    ],
    ["no VPN that is an exception", { authorizedVPNsList: ["203.0.113.9"] }, { isVpn: true }, "vpn"],
    ["a website with all below it", { authorizedWebsites: ["example.com"] }, {}, undefined],
    ["no website that only ends like it", { authorizedWebsites: ["ample.com"] }, {}, "website"],
    [
      "no page that does not tell, where a list says which",
      { authorizedWebsites: ["example.com"] },
      { host: null },
      "website",
    ],
    [
      "a page that does not tell, where one is refused",
      { unauthorizedWebsites: ["example.com"] },
      { host: null },
      undefined,
    ],
    ["no refused website", { unauthorizedWebsites: ["example.com"] }, {}, "website"],
    [
      "no refused subdomain of an allowed website",
      { authorizedWebsites: ["example.com"], unauthorizedSubdomains: ["news.example.com"] },
      {},
      "website",
    ],
    ["an allowed subdomain alone", { authorizedSubdomains: ["news.example.com"] }, {}, undefined],
    ["not what lies below a subdomain", { authorizedSubdomains: ["example.com"] }, {}, "website"],
    ["what lies below it with a star", { authorizedSubdomains: ["*.example.com"] }, {}, undefined],
  ])("%s", (_, rules, who, denial) => {
    expect(denialOf(rules, who)).toBe(denial);
  });

  test("the first reason is told", () => {
    const all = { authorizedIPs: ["10.0.0.0/8"], authorizedCountries: ["DE"] };
    expect(denialOf({ ...all, streaming: "refused" })).toBe("streaming");
    expect(denialOf(all)).toBe("address");
  });
});

describe("what a viewer may do with peers", () => {
  const at = { timeZone: "UTC", nowMs: NOW_MS };
  const of = (rules: Partial<DeliveryRules>, platform: "web" | "android" | "ios" = "web", sessionId = "a") =>
    peerRulesFor({ ...DEFAULT_RULES, ...rules }, { platform, sessionId }, at);

  test("each platform has its switch, and nobody exchanges outside the active times", () => {
    expect(of({ p2pAndroid: false }).enabled).toBe(true);
    expect(of({ p2pAndroid: false }, "android").enabled).toBe(false);
    expect(of({ p2pIOS: false }, "ios").enabled).toBe(false);
    expect(of({ activeTimes: [{ days: [1], from: "11:00", to: "12:00" }] }).enabled).toBe(false);
    expect(of({ activeTimes: [{ days: [1], from: "09:00", to: "12:00" }] }).enabled).toBe(true);
  });

  test("nobody exchanges what is not streamed", () => {
    expect(of({ streaming: "refused" }).enabled).toBe(false);
  });

  test("is told with where it comes from: of what keeps him from peers, the first rule", () => {
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

  test("the given share of sessions takes part, always the same ones", () => {
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

test("settings name what they set alone, and changes may take it back", () => {
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
