import { DEFAULT_RULES, type DeliveryRules, RULE_SOURCES, type RuleSettings } from "@shoal/contract";
import * as fc from "@shoal/testkit/property";
import { describe, expect, test } from "vitest";
import { accessRulesOf, admitsEveryone, type Denial, findDenial, type Visitor } from "./access.ts";
import { hostOf } from "./hosts.ts";
import { traceAccess } from "./trace-access.ts";

const NOW_MS = Date.parse("2026-03-02T10:00:00Z");
const visitor: Visitor = {
  address: "203.0.113.9",
  country: "FR",
  isVpn: false,
  host: "news.example.com",
  authorization: { kind: "none" },
};
const rulesOf = (custom: RuleSettings, client: RuleSettings = {}) =>
  accessRulesOf({ custom }, { rules: client, authorizedVideos: [] }, { nowMs: NOW_MS });
const OPEN_VIDEO = { isDeleted: false, startsAt: null, hasPassword: false };

describe("findDenial", () => {
  test.each<[string, RuleSettings, Partial<Visitor>, Denial | undefined]>([
    ["admits everyone by default", {}, {}, undefined],
    ["refuses everyone when streaming is off", { streaming: "refused" }, {}, "streaming"],
    ["admits an address in the allow list", { authorizedIPs: ["203.0.113.0/24"] }, {}, undefined],
    ["refuses an address outside the allow list", { authorizedIPs: ["198.51.100.1"] }, {}, "address"],
    ["refuses an address in the block list", { unauthorizedIPs: ["203.0.113.9"] }, {}, "address"],
    [
      "refuses a blocked address of an allowed network",
      { authorizedIPs: ["203.0.113.0/24"], unauthorizedIPs: ["203.0.113.9"] },
      {},
      "address",
    ],
    [
      "refuses an allowed address of a blocked network",
      { authorizedIPs: ["203.0.113.9"], unauthorizedIPs: ["203.0.113.0/24"] },
      {},
      "address",
    ],
    ["admits a country in the allow list", { authorizedCountries: ["FR"] }, {}, undefined],
    [
      "refuses an unknown country if there is an allow list",
      { authorizedCountries: ["FR"] },
      { country: null },
      "country",
    ],
    [
      "admits an unknown country if there is only a block list",
      { unauthorizedCountries: ["FR"] },
      { country: null },
      undefined,
    ],
    ["refuses Kosovo by its code XK", { unauthorizedCountries: ["XK"] }, { country: "XK" }, "country"],
    ["refuses a country in the block list", { unauthorizedCountries: ["FR"] }, {}, "country"],
    [
      "refuses a country that is both allowed and blocked",
      { authorizedCountries: ["FR"], unauthorizedCountries: ["FR"] },
      {},
      "country",
    ],
    ["refuses a VPN if VPNs are blocked", { authorizedVPNs: false }, { isVpn: true }, "vpn"],
    [
      "admits a VPN that is an exception",
      { authorizedVPNs: false, authorizedVPNsList: ["203.0.113.9"] },
      { isVpn: true },
      undefined,
    ],
    [
      "refuses a VPN that is an exception from allowed VPNs",
      { authorizedVPNsList: ["203.0.113.9"] },
      { isVpn: true },
      "vpn",
    ],
    ["admits an exception that is not a VPN", { authorizedVPNsList: ["203.0.113.9"] }, {}, undefined],
    ["admits a website with all of its subdomains", { authorizedWebsites: ["example.com"] }, {}, undefined],
    [
      "admits the website of a pattern with an asterisk",
      { authorizedWebsites: ["*.example.com"] },
      { host: "example.com" },
      undefined,
    ],
    [
      "refuses a website that only ends with an allowed name",
      { authorizedWebsites: ["ample.com"] },
      {},
      "website",
    ],
    [
      "refuses a website that only starts with an allowed name",
      { authorizedWebsites: ["example.com"] },
      { host: "example.com.evil.net" },
      "website",
    ],
    [
      "refuses an unidentified page if there is an allow list",
      { authorizedWebsites: ["example.com"] },
      { host: null },
      "website",
    ],
    [
      "admits an unidentified page if unknown websites are allowed",
      { authorizedWebsites: ["example.com"], unknownWebsites: true },
      { host: null },
      undefined,
    ],
    [
      "admits an unidentified page if there is only a block list",
      { unauthorizedWebsites: ["example.com"] },
      { host: null },
      undefined,
    ],
    [
      "admits requests for segments, which name no page",
      { authorizedWebsites: ["a.org"] },
      { host: undefined },
      undefined,
    ],
    ["refuses a website in the block list", { unauthorizedWebsites: ["example.com"] }, {}, "website"],
    [
      "refuses a blocked subdomain of an allowed website",
      { authorizedWebsites: ["example.com"], unauthorizedSubdomains: ["news.example.com"] },
      {},
      "subdomain",
    ],
    ["admits an allowed subdomain", { authorizedSubdomains: ["news.example.com"] }, {}, undefined],
    [
      "refuses an allowed subdomain of a website that is not allowed",
      { authorizedWebsites: ["example.org"], authorizedSubdomains: ["news.example.com"] },
      {},
      "website",
    ],
    ["refuses hosts below an allowed subdomain", { authorizedSubdomains: ["example.com"] }, {}, "subdomain"],
    [
      "admits hosts below an allowed subdomain with an asterisk",
      { authorizedSubdomains: ["*.example.com"] },
      {},
      undefined,
    ],
    [
      "refuses the host itself of a subdomain with an asterisk",
      { authorizedSubdomains: ["*.example.com"] },
      { host: "example.com" },
      "subdomain",
    ],
    [
      "refuses an unidentified page if there is an allow list of subdomains",
      { authorizedSubdomains: ["a.org"] },
      { host: null },
      "subdomain",
    ],
    [
      "refuses a page on an IP address if there is an allow list",
      { authorizedWebsites: ["example.com"] },
      { host: "192.0.2.7" },
      "website",
    ],
    [
      "refuses an IP address below a name that resembles it",
      { authorizedWebsites: ["0.2.77"] },
      { host: "192.0.2.77" },
      "website",
    ],
    [
      "admits an international domain name",
      { authorizedWebsites: ["exämple.org"] },
      { host: "xn--exmple-cua.org" },
      undefined,
    ],
    [
      "refuses a viewer without a token if one is required",
      { streaming: "token" },
      {},
      "authorization_missing",
    ],
    [
      "refuses a viewer with an invalid token",
      { streaming: "token" },
      { authorization: { kind: "refused", fault: "expired" } },
      "authorization_invalid",
    ],
    [
      "admits a viewer with a valid token",
      { streaming: "token" },
      { authorization: { kind: "passed" } },
      undefined,
    ],
    [
      "refuses a viewer with a token when streaming is off",
      { streaming: "refused" },
      { authorization: { kind: "passed" } },
      "streaming",
    ],
  ])("%s", (_, rules, who, denial) => {
    expect(findDenial(rulesOf(rules), { ...visitor, ...who })).toBe(denial);
  });

  test("returns the first reason, in the order of the rules", () => {
    const order: [RuleSettings, Denial][] = [
      [{ authorizedIPs: ["10.0.0.0/8"] }, "address"],
      [{ authorizedCountries: ["DE"] }, "country"],
      [{ authorizedVPNs: false }, "vpn"],
      [{ authorizedWebsites: ["example.org"] }, "website"],
      [{ authorizedSubdomains: ["www.example.com"] }, "subdomain"],
      [{ streaming: "refused" }, "streaming"],
    ];
    const who = { ...visitor, isVpn: true };
    for (const [index, [, denial]] of order.entries()) {
      const rest = Object.assign({}, ...order.slice(index).map(([rules]) => rules)) as RuleSettings;
      expect(findDenial(rulesOf(rest), who)).toBe(denial);
    }
  });

  test("the most specific level's list replaces the others, but the client's block lists always apply", () => {
    const client: RuleSettings = { authorizedCountries: ["DE"], unauthorizedIPs: ["203.0.113.0/24"] };
    expect(findDenial(rulesOf({}, client), visitor)).toBe("address");
    const elsewhere = { ...visitor, address: "192.0.2.1" };
    expect(findDenial(rulesOf({}, client), elsewhere)).toBe("country");
    expect(findDenial(rulesOf({ authorizedCountries: ["FR"] }, client), elsewhere)).toBeUndefined();
    const own: RuleSettings = {
      authorizedCountries: ["FR"],
      unauthorizedIPs: [],
      authorizedIPs: ["203.0.113.9"],
    };
    expect(findDenial(rulesOf(own, client), visitor)).toBe("address");
  });

  test("refuses a video that is not in the client's list of playable videos", () => {
    const client = { rules: {}, authorizedVideos: ["a"] };
    const of = (uuid: string) => findDenial(accessRulesOf({}, client, { nowMs: NOW_MS, uuid }), visitor);
    expect([of("a"), of("b")]).toEqual([undefined, "streaming"]);
  });
});

test.each<[string, string | null]>([
  ["https://News.Example.com/page?a#b", "news.example.com"],
  ["https://example.com.", "example.com"],
  ["https://exämple.org:8443/", "xn--exmple-cua.org"],
  ["http://192.0.2.7:8080/", "192.0.2.7"],
  ["http://3221225991/", "192.0.2.7"],
  ["http://[2001:db8::1]/", "[2001:db8::1]"],
  ["data:text/html,hi", null],
  ["about:srcdoc", null],
  ["null", null],
  ["file:///home/page.html", null],
  ["", null],
  ["example.com", null],
])("the host of the page %s is %s", (page, host) => {
  expect(hostOf(page)).toBe(host);
});

describe("traceAccess", () => {
  const withPassword = { ...visitor, isPasswordRight: true };

  test("returns the verdict, deciding entry and level of each rule in order", () => {
    const rules = rulesOf(
      { authorizedIPs: ["203.0.113.0/24"], authorizedCountries: ["DE", "FR"] },
      { unauthorizedWebsites: ["a.org", "example.com"], streaming: "refused" },
    );
    expect(traceAccess(rules, withPassword, { ...OPEN_VIDEO, hasPassword: true }, NOW_MS)).toEqual({
      isAllowed: false,
      decidedBy: "website",
      steps: [
        { step: "deletion", verdict: "passed" },
        { step: "start", verdict: "unset" },
        { step: "password", verdict: "passed" },
        {
          step: "address",
          verdict: "passed",
          rule: "authorizedIPs",
          source: "custom",
          entry: "203.0.113.0/24",
        },
        { step: "country", verdict: "passed", rule: "authorizedCountries", source: "custom", entry: "FR" },
        { step: "vpn", verdict: "unset" },
        {
          step: "website",
          verdict: "refused",
          rule: "unauthorizedWebsites",
          source: "client",
          entry: "example.com",
        },
        { step: "subdomain", verdict: "not reached" },
        { step: "streaming", verdict: "not reached" },
        { step: "budget", verdict: "not reached" },
      ],
    });
  });

  test("reports the client's block list even if a more specific list disagrees", () => {
    const rules = rulesOf({ unauthorizedIPs: ["192.0.2.1"] }, { unauthorizedIPs: ["203.0.113.0/24"] });
    const { steps } = traceAccess(rules, withPassword, OPEN_VIDEO, NOW_MS);
    expect(steps.find(({ step }) => step === "address")).toEqual({
      step: "address",
      verdict: "refused",
      rule: "unauthorizedIPs",

      source: "client",
      entry: "203.0.113.0/24",
    });
  });

  test("checks deletion, start date and password before the rules", () => {
    const of = (video: object) =>
      traceAccess(rulesOf({}), withPassword, { ...OPEN_VIDEO, ...video }, NOW_MS).decidedBy;
    expect(of({ isDeleted: true, startsAt: "2030-01-01T00:00:00Z" })).toBe("deletion");
    expect(of({ startsAt: "2030-01-01T00:00:00Z" })).toBe("start");
    expect(of({ startsAt: "2020-01-01T00:00:00Z" })).toBeNull();
    const wrong = traceAccess(
      rulesOf({}),
      { ...withPassword, isPasswordRight: false },
      { ...OPEN_VIDEO, hasPassword: true },
      NOW_MS,
    );
    expect(wrong.decidedBy).toBe("password");
  });

  test("leaves steps undecided that depend on a missing address, and continues", () => {
    const nowhere = { ...withPassword, address: undefined, isVpn: true };
    const of = (rules: RuleSettings) => traceAccess(rulesOf(rules), nowhere, OPEN_VIDEO, NOW_MS);
    const outcome = (rules: RuleSettings, step: string) =>
      of(rules).steps.find((it) => it.step === step)?.verdict;
    expect(outcome({ authorizedIPs: ["203.0.113.0/24"] }, "address")).toBe("unknown");
    expect(outcome({ unauthorizedIPs: ["203.0.113.0/24"] }, "address")).toBe("unknown");
    expect(outcome({}, "address")).toBe("unset");
    expect(outcome({ authorizedVPNs: false, authorizedVPNsList: ["203.0.113.9"] }, "vpn")).toBe("unknown");
    expect(outcome({ authorizedVPNs: false }, "vpn")).toBe("refused");
    expect(of({ authorizedIPs: ["192.0.2.1"], authorizedCountries: ["DE"] }).decidedBy).toBe("country");
  });
});

const networkEntries = ["203.0.113.0/24", "203.0.113.9", "198.51.100.0/24", "2001:db8::/32"];
const hostEntries = ["example.com", "news.example.com", "*.example.com", "example.org"];
const listOf = (of: string[]) => fc.option(fc.subarray(of), { nil: undefined });
const anyRules: fc.Arbitrary<RuleSettings> = fc
  .record({
    authorizedIPs: listOf(networkEntries),
    unauthorizedIPs: listOf(networkEntries),
    authorizedCountries: listOf(["FR", "DE"]),
    unauthorizedCountries: listOf(["FR", "DE"]),
    authorizedVPNs: fc.option(fc.boolean(), { nil: undefined }),
    authorizedVPNsList: listOf(networkEntries),
    authorizedWebsites: listOf(hostEntries),
    unauthorizedWebsites: listOf(hostEntries),
    authorizedSubdomains: listOf(hostEntries),
    unauthorizedSubdomains: listOf(hostEntries),
    unknownWebsites: fc.option(fc.boolean(), { nil: undefined }),
    streaming: fc.option(fc.constantFrom("open", "refused", "token" as const), { nil: undefined }),
  })
  .map((rules) => Object.fromEntries(Object.entries(rules).filter(([, value]) => value !== undefined)));
const anyVisitor: fc.Arbitrary<Visitor> = fc.record({
  address: fc.constantFrom("203.0.113.9", "203.0.113.7", "198.51.100.1", "192.0.2.1", "2001:db8::1"),
  country: fc.constantFrom("FR", "DE", "US", null),
  isVpn: fc.boolean(),
  host: fc.constantFrom("example.com", "news.example.com", "a.b.example.com", "example.org", null, undefined),
  authorization: fc.constantFrom<Visitor["authorization"]>(
    { kind: "none" },
    { kind: "passed" },
    { kind: "refused", fault: "expired" },
  ),
});

describe("with any rules", () => {
  test("traceAccess and findDenial agree", () => {
    fc.assert(
      fc.property(anyRules, anyRules, anyVisitor, (custom, client, who) => {
        const rules = rulesOf(custom, client);
        const denial = findDenial(rules, who);
        const trace = traceAccess(rules, { ...who, isPasswordRight: true }, OPEN_VIDEO, NOW_MS);
        expect(trace.isAllowed).toBe(denial === undefined);
        const step = denial?.startsWith("authorization_") ? "streaming" : (denial ?? null);
        expect(trace.decidedBy).toBe(step);
        for (const { source } of trace.steps) expect([undefined, ...RULE_SOURCES]).toContain(source);
      }),
    );
  });

  test("a visitor on the client's block lists is refused, whatever other levels set", () => {
    fc.assert(
      fc.property(anyRules, anyRules, anyVisitor, (custom, client, who) => {
        const { unauthorizedIPs = [], unauthorizedCountries = [] } = client;
        const { unauthorizedWebsites = [], unauthorizedSubdomains = [] } = client;
        const bans = { unauthorizedIPs, unauthorizedCountries, unauthorizedWebsites, unauthorizedSubdomains };
        if (findDenial(rulesOf(bans), who) === undefined) return;
        expect(findDenial(rulesOf(custom, client), who)).toBeDefined();
      }),
    );
  });

  test("extending a block list never admits a refused viewer", () => {
    fc.assert(
      fc.property(anyRules, anyVisitor, fc.constantFrom(...networkEntries), (custom, who, more) => {
        if (findDenial(rulesOf(custom), who) === undefined) return;
        const longer = { ...custom, unauthorizedIPs: [...(custom.unauthorizedIPs ?? []), more] };
        expect(findDenial(rulesOf(longer), who)).toBeDefined();
      }),
    );
  });
});

describe("admitsEveryone", () => {
  test.each<[RuleSettings, RuleSettings]>([
    [{}, {}],
    [DEFAULT_RULES, {}],
    [{ authorizedCountries: [], streaming: "open", authorizedVPNs: true }, { authorizedCountries: ["FR"] }],
    // Without a list of websites, an unknown page is not blocked.
    [{ unknownWebsites: false }, {}],
    [{ uploadPercent: 20, p2pWeb: false }, {}],
  ])("is true for %j over %j of the client", (custom, client) => {
    expect(admitsEveryone(rulesOf(custom, client))).toBe(true);
  });

  test.each<[RuleSettings, RuleSettings]>([
    [{ streaming: "token" }, {}],
    [{ streaming: "refused" }, {}],
    [{ authorizedVPNs: false }, {}],
    [{ authorizedVPNsList: ["203.0.113.9"] }, {}],
    [{ authorizedIPs: ["203.0.113.9"] }, {}],
    [{ unauthorizedIPs: ["203.0.113.9"] }, {}],
    [{ authorizedCountries: ["FR"] }, {}],
    [{ unauthorizedCountries: ["FR"] }, {}],
    [{ authorizedWebsites: ["example.org"] }, {}],
    [{ unauthorizedWebsites: ["example.org"] }, {}],
    [{ authorizedSubdomains: ["a.example.org"] }, {}],
    [{ unauthorizedSubdomains: ["a.example.org"] }, {}],
    [{ unauthorizedCountries: [] }, { unauthorizedCountries: ["FR"] }],
  ])("is false for %j over %j of the client", (custom, client) => {
    expect(admitsEveryone(rulesOf(custom, client))).toBe(false);
  });

  test("is false for rules that refuse any visitor", () => {
    fc.assert(
      fc.property(anyRules, anyRules, anyVisitor, (custom, client, who) => {
        const rules = rulesOf(custom, client);
        if (findDenial(rules, who) !== undefined) expect(admitsEveryone(rules)).toBe(false);
      }),
    );
  });
});

test("the default rules refuse no visitor", () => {
  const custom: DeliveryRules = DEFAULT_RULES;
  expect(findDenial(rulesOf(custom), { ...visitor, host: null, country: null, isVpn: true })).toBeUndefined();
});
