import type { ConfigSite } from "@shoal/contract";
import { expect, it } from "vitest";
import { findSite, isPageAllowed } from "./config-sites.ts";

const site = (changes: Partial<ConfigSite>): ConfigSite => ({
  ...{ name: "Paris", websites: [], publicIPs: [], subnets: [] },
  ...changes,
});
const SITES = [site({ websites: ["example.org"] }), site({ name: "Lyon", websites: ["*.example.com"] })];

it.each<[string, string | undefined, string, "web" | "android", boolean]>([
  ["a page of one of them", "https://example.org", "", "web", true],
  ["a page below one", "https://www.example.com", "https://www.example.com/film", "web", true],
  ["a page that only ends like it", "https://notexample.org", "", "web", false],
  ["a referrer elsewhere", "https://example.org", "https://evil.com/", "web", false],
  ["a page without an origin", "null", "", "web", false],
  ["a browser that does not tell", undefined, "https://example.org/", "web", false],
  ["an app, which has no page", undefined, "", "android", true],
])("a key for some websites is for %s: %s", (_, origin, referrer, platform, isAllowed) => {
  expect(isPageAllowed(SITES, origin, { platform, referrer })).toBe(isAllowed);
});

it("a key whose sites name no website is for every page", () => {
  expect(isPageAllowed([site({})], "https://any.example", { platform: "web", referrer: "" })).toBe(true);
  expect(isPageAllowed([], undefined, { platform: "web", referrer: "" })).toBe(true);
});

it("an address belongs to the site of which it is one", () => {
  const sites = [site({ publicIPs: ["192.0.2.7"] }), site({ name: "Lyon", subnets: ["10.0.0.0/8"] })];
  expect(findSite(sites, "10.1.2.3")?.name).toBe("Lyon");
  expect(findSite(sites, "192.0.2.7")?.name).toBe("Paris");
  expect(findSite(sites, "192.0.2.8")).toBeUndefined();
});
