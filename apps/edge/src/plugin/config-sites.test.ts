import { expect, it } from "vitest";
import { createSite as site } from "../testing/edge-harness.ts";
import { isPageAllowed } from "./config-sites.ts";

const CONFIG_SITES = [
  site({ websites: ["example.org"] }),
  site({ name: "Lyon", websites: ["*.example.com"] }),
];

it.each<[string, string | undefined, string, "web" | "android", boolean]>([
  ["a page of one of them", "https://example.org", "", "web", true],
  ["a page below one", "https://www.example.com", "https://www.example.com/film", "web", true],
  ["a page that only ends like it", "https://notexample.org", "", "web", false],
  ["a referrer elsewhere", "https://example.org", "https://evil.com/", "web", false],
  ["a page without an origin", "null", "", "web", false],
  ["a browser that does not tell", undefined, "https://example.org/", "web", false],
  ["an app, which has no page", undefined, "", "android", true],
])("a key for some websites is for %s: %s", (_, origin, referrer, platform, isAllowed) => {
  expect(isPageAllowed(CONFIG_SITES, origin, { platform, referrer })).toBe(isAllowed);
});

it("a key whose sites list no website is valid on every page", () => {
  expect(isPageAllowed([site({})], "https://any.example", { platform: "web", referrer: "" })).toBe(true);
  expect(isPageAllowed([], undefined, { platform: "web", referrer: "" })).toBe(true);
});
