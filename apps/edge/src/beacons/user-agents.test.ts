import { expect, test } from "vitest";
import { parseUserAgent } from "./user-agents.ts";

test.each([
  ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox", "Linux"],
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0",
    "Microsoft Edge",
    "Windows",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1",
    "Safari",
    "iOS",
  ],
  [
    "Mozilla/5.0 (SMART-TV; Linux; Tizen 7.0) AppleWebKit/537.36 (KHTML, like Gecko) 94.0.4606.31/7.0 TV Safari/537.36",
    "Tizen",
    "Tizen",
  ],
])("%s is parsed into browser and system, also from the cache", (header, browser, system) => {
  expect(parseUserAgent(header)).toEqual({ browser, system });
  expect(parseUserAgent(header)).toEqual({ browser, system });
});

test.each([
  ["curl/8.5.0", "curl/8.5.0"],
  ["Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)", "Google"],
  [
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/140.0.0.0 Safari/537.36",
    "Headless",
  ],
])("%s is a robot, also from the cache", (header, browser) => {
  const robot = { browser, system: "", isRobot: true };
  expect([parseUserAgent(header), parseUserAgent(header)]).toEqual([robot, robot]);
});

test("a robot is recognised by the start of its user agent, whatever its length", () => {
  const header = `Mozilla/5.0 (compatible; bingbot/2.0) ${"x".repeat(2_000)}`;
  expect(parseUserAgent(header).isRobot).toBe(true);
});

test.each([undefined, "", "x".repeat(2_000), "\u0000(((", "Mozilla/5.0 ("])("%j has no system", (header) => {
  const { browser, system } = parseUserAgent(header);
  expect([typeof browser, system]).toEqual(["string", ""]);
});
