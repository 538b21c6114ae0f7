import { expect, test } from "vitest";
import { parseDevice } from "./device.ts";

const MOZILLA_PREFIX = "Mozilla/5.0";
const WEBKIT_SUFFIX = "AppleWebKit/537.36 (KHTML, like Gecko)";

test.each([
  [
    `${MOZILLA_PREFIX} (X11; Linux x86_64) ${WEBKIT_SUFFIX} Chrome/143.0.0.0 Safari/537.36`,
    "Chrome",
    "Linux",
  ],
  [
    `${MOZILLA_PREFIX} (X11; Linux x86_64) ${WEBKIT_SUFFIX} HeadlessChrome/143.0.0.0 Safari/537.36`,
    "Chrome",
    "Linux",
  ],
  [
    `${MOZILLA_PREFIX} (Windows NT 10.0; Win64; x64) ${WEBKIT_SUFFIX} Chrome/143.0 Safari/537.36 Edg/143.0`,
    "Edge",
    "Windows",
  ],
  [`${MOZILLA_PREFIX} (Windows NT 10.0; rv:145.0) Gecko/20100101 Firefox/145.0`, "Firefox", "Windows"],
  [
    `${MOZILLA_PREFIX} (Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT_SUFFIX} Version/26.0 Safari/605.1.15`,
    "Safari",
    "macOS",
  ],
  [
    `${MOZILLA_PREFIX} (Linux; Android 16; K) ${WEBKIT_SUFFIX} SamsungBrowser/29.0 Chrome/136.0 Mobile Safari/537.36`,
    "Samsung Internet",
    "Android",
  ],
  ["curl/8.5.0", "curl", ""],
  ["node", "Node.js", ""],
  ["something else", "", ""],
  [null, "", ""],
])("the user agent %s is %s on %s", (userAgent, browser, system) => {
  expect(parseDevice(userAgent)).toMatchObject({ browser, system });
});

test("a phone is a handheld even if its user agent names another system too", () => {
  const iphone = `${MOZILLA_PREFIX} (iPhone; CPU iPhone OS 26_0 like Mac OS X) ${WEBKIT_SUFFIX} CriOS/143.0 Mobile/15E148 Safari/604.1`;
  expect(parseDevice(iphone)).toEqual({ browser: "Chrome", system: "iOS", isHandheld: true });
});
