import type { RuleSettings } from "@shoal/contract";
import { expect, test } from "vitest";
import { accessRulesOf } from "./access.ts";
import { findSiteRefusals } from "./site-refusals.ts";

interface RuleSettingsByLevel {
  custom?: RuleSettings;
  config?: RuleSettings;
  client?: RuleSettings;
}

function refusalsOf({ client = {}, ...levels }: RuleSettingsByLevel, ...sites: string[]) {
  return findSiteRefusals(
    accessRulesOf(levels, { rules: client, authorizedVideos: [] }, { nowMs: 0 }),
    sites,
  );
}

test("a site that every website rule allows is not refused, whatever the rules on address, country or token", () => {
  expect(refusalsOf({}, "example.org")).toEqual([]);
  const custom: RuleSettings = {
    authorizedWebsites: ["example.org"],
    authorizedCountries: ["FR"],
    authorizedIPs: ["192.0.2.1"],
    streaming: "refused",
    unknownWebsites: false,
  };
  expect(refusalsOf({ custom }, "example.org", "www.example.org")).toEqual([]);
});

test("a refusal names its step, rule, level and list entry", () => {
  const custom: RuleSettings = { authorizedWebsites: ["example.org"] };
  const client: RuleSettings = { unauthorizedWebsites: ["example.net"] };
  expect(refusalsOf({ custom, client }, "example.org", "example.com", "shop.example.net")).toEqual([
    {
      site: "example.com",
      step: "website",
      rule: "authorizedWebsites",
      source: "custom",
      reach: "all",
      reason: "example.com may not show the video: authorizedWebsites of the video does not name it",
    },
    {
      site: "shop.example.net",
      step: "website",
      rule: "unauthorizedWebsites",
      source: "client",
      entry: "example.net",
      reach: "all",
      reason: "shop.example.net may not show the video: unauthorizedWebsites of the client names example.net",
    },
  ]);
});

test.each<[string, RuleSettingsByLevel]>([
  ["the allow list contains one subdomain", { config: { authorizedSubdomains: ["www.example.org"] } }],
  ["the allow list contains all subdomains", { config: { authorizedSubdomains: ["*.example.org"] } }],
  ["the block list contains only the host itself", { config: { unauthorizedSubdomains: ["example.org"] } }],
])('a refused site with subdomains that are not refused has the reach "itself": %s', (_, levels) => {
  expect(refusalsOf(levels, "example.org")).toMatchObject([
    { step: "subdomain", source: "config", reach: "itself" },
  ]);
});

test('the refusal of an IP address has the reach "all", since it has no subdomains', () => {
  const custom: RuleSettings = { unauthorizedSubdomains: ["192.0.2.1"] };
  expect(refusalsOf({ custom }, "192.0.2.1")).toMatchObject([{ entry: "192.0.2.1", reach: "all" }]);
});
