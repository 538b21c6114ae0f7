import type { RuleSettings } from "@shoal/contract";
import * as fc from "@shoal/testkit/property";
import { expect, test } from "vitest";
import { accessRulesOf, findDenial } from "./access.ts";
import { type ReplayedAccess, replayAccess, type WatchedFrom } from "./replay-access.ts";

const rulesOf = (custom: RuleSettings) =>
  accessRulesOf(
    { custom },
    { rules: {}, authorizedVideos: [] },
    { nowMs: Date.parse("2026-03-02T10:00:00Z") },
  );
const WATCHED_FROM: WatchedFrom = {
  network: "203.0.113.0/24",
  country: "FR",
  isVpn: false,
  host: "news.example.com",
  hadToken: false,
};

test.each<[string, RuleSettings, Partial<WatchedFrom>, ReplayedAccess]>([
  ["is allowed without rules", {}, {}, { verdict: "allowed", step: null }],
  ["is refused by the country", { authorizedCountries: ["DE"] }, {}, { verdict: "refused", step: "country" }],
  [
    "is refused by a block list with the viewer's whole network",
    { unauthorizedIPs: ["203.0.113.0/25", "203.0.113.128/25"] },
    {},
    { verdict: "refused", step: "address" },
  ],
  [
    "is uncertain if only a part of the network is blocked",
    { unauthorizedIPs: ["203.0.113.9"] },
    {},
    { verdict: "perhaps", step: "address" },
  ],
  [
    "is refused by a later rule, even if the address is uncertain",
    { authorizedIPs: ["203.0.113.9"], unauthorizedWebsites: ["example.com"] },
    {},
    { verdict: "refused", step: "website" },
  ],
  [
    "is refused by an allow list for an unidentified page",
    { authorizedWebsites: ["example.com"] },
    { host: null },
    { verdict: "refused", step: "website" },
  ],
  [
    "is uncertain if a token is required",
    { streaming: "token" },
    {},
    { verdict: "perhaps", step: "streaming" },
  ],
  [
    "is allowed if the session had a token",
    { streaming: "token" },
    { hadToken: true },
    { verdict: "allowed", step: null },
  ],
  [
    "is uncertain with a VPN exception in the network",
    { authorizedVPNs: false, authorizedVPNsList: ["203.0.113.9"] },
    { isVpn: true },
    { verdict: "perhaps", step: "vpn" },
  ],
])("the verdict on a past viewer %s", (_, rules, from, expected) => {
  expect(replayAccess(rulesOf(rules), { ...WATCHED_FROM, ...from })).toEqual(expected);
});

const optionally = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const anyNetworks = fc.subarray(["203.0.113.0/25", "203.0.113.128/25", "203.0.113.9", "198.51.100.0/24"]);
const anyNames = fc.subarray(["example.com", "*.example.com", "example.org"]);
const anyRules: fc.Arbitrary<RuleSettings> = fc
  .record({
    authorizedIPs: optionally(anyNetworks),
    unauthorizedIPs: optionally(anyNetworks),
    authorizedCountries: optionally(fc.subarray(["FR", "DE"])),
    authorizedVPNs: optionally(fc.boolean()),
    authorizedVPNsList: optionally(anyNetworks),
    unauthorizedWebsites: optionally(anyNames),
    authorizedSubdomains: optionally(anyNames),
    unknownWebsites: optionally(fc.boolean()),
    streaming: optionally(fc.constantFrom("open", "refused", "token" as const)),
  })
  .map((rules) => Object.fromEntries(Object.entries(rules).filter(([, value]) => value !== undefined)));
const anyWatched = fc.record({
  last: fc.integer({ min: 0, max: 255 }),
  country: fc.constantFrom("FR", "DE", null),
  isVpn: fc.boolean(),
  host: fc.constantFrom("example.com", "a.b.example.com", "example.org", null),
  hasToken: fc.boolean(),
});

test("a certain verdict holds for every address of the network, with and without a token", () => {
  fc.assert(
    fc.property(anyRules, anyWatched, (custom, { last, hasToken, ...from }) => {
      const rules = rulesOf(custom);
      const { verdict } = replayAccess(rules, { ...from, network: "203.0.113.0/24", hadToken: false });
      const authorization = hasToken ? ({ kind: "passed" } as const) : ({ kind: "none" } as const);
      const denial = findDenial(rules, { ...from, address: `203.0.113.${last}`, authorization });
      if (verdict === "refused") expect(denial).toBeDefined();
      if (verdict === "allowed") expect(denial).toBeUndefined();
    }),
  );
});
