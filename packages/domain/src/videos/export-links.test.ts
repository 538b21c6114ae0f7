import { expect, test } from "vitest";
import { exportLinkStateOf, isLinkOpen, isSiteAllowed, siteNameIn } from "./export-links.ts";

const NOW_MS = Date.parse("2030-01-01T00:00:00Z");
const [past, future] = ["2029-12-31T23:59:59Z", "2030-01-01T00:00:01Z"];

test.each([
  [{ isPaused: false, endsAt: null, isVideoDeleted: false }, "active"],
  [{ isPaused: false, endsAt: future, isVideoDeleted: false }, "active"],
  [{ isPaused: true, endsAt: future, isVideoDeleted: false }, "paused"],
  [{ isPaused: true, endsAt: past, isVideoDeleted: false }, "ended"],
  [{ isPaused: false, endsAt: past, isVideoDeleted: true }, "videoDeleted"],
] as const)("a link with %j is %s", (link, state) => {
  expect(exportLinkStateOf(link, NOW_MS)).toBe(state);
  expect(isLinkOpen(link, NOW_MS)).toBe(state === "active");
});

test.each([
  ["example.com", "example.com"],
  ["  https://www.Example.com:8080/page?x#y ", "www.example.com"],
  ["*.example.com", "example.com"],
  ["exämple.org", "xn--exmple-cua.org"],
  ["example.com.", "example.com"],
  ["localhost", "localhost"],
  ["", undefined],
  ["two words", undefined],
  ["ftp://example.com", undefined],
  ["[::1]", undefined],
  ["-bad-", undefined],
  ["a..b", undefined],
] as const)("siteNameIn(%j) returns %s", (text, site) => expect(siteNameIn(text)).toBe(site));

test("a site includes its subdomains, with any port", () => {
  const sites = ["example.com"];
  const allowed = ["https://example.com/", "http://www.example.com:8080/page"];
  const refused = ["https://notexample.com/", "https://example.com.evil.org/", "", "about:blank"];
  expect(allowed.map((page) => isSiteAllowed(page, sites))).toEqual([true, true]);
  expect(refused.map((page) => isSiteAllowed(page, sites))).toEqual([false, false, false, false]);
  expect(isSiteAllowed("", [])).toBe(true);
});
