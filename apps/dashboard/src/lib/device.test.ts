import { expect, test } from "vitest";
import { readDevice } from "./device.ts";

const MOZILLA = "Mozilla/5.0";
const WEBKIT = "AppleWebKit/537.36 (KHTML, like Gecko)";

test.each([
  [`${MOZILLA} (X11; Linux x86_64) ${WEBKIT} Chrome/143.0.0.0 Safari/537.36`, "Chrome", "Linux"],
  [`${MOZILLA} (X11; Linux x86_64) ${WEBKIT} HeadlessChrome/143.0.0.0 Safari/537.36`, "Chrome", "Linux"],
  [
    `${MOZILLA} (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/143.0 Safari/537.36 Edg/143.0`,
    "Edge",
    "Windows",
  ],
  [`${MOZILLA} (Windows NT 10.0; rv:145.0) Gecko/20100101 Firefox/145.0`, "Firefox", "Windows"],
  [
    `${MOZILLA} (Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT} Version/26.0 Safari/605.1.15`,
    "Safari",
    "macOS",
  ],
  [
    `${MOZILLA} (Linux; Android 16; K) ${WEBKIT} SamsungBrowser/29.0 Chrome/136.0 Mobile Safari/537.36`,
    "Samsung Internet",
    "Android",
  ],
  ["curl/8.5.0", "curl", ""],
  ["node", "Node.js", ""],
  ["something else", "", ""],
  [null, "", ""],
])("the user agent %s is %s on %s", (userAgent, browser, system) => {
  expect(readDevice(userAgent)).toMatchObject({ browser, system });
});

test("a phone is a handheld even if its user agent names another system too", () => {
  const iphone = `${MOZILLA} (iPhone; CPU iPhone OS 26_0 like Mac OS X) ${WEBKIT} CriOS/143.0 Mobile/15E148 Safari/604.1`;
  expect(readDevice(iphone)).toEqual({ browser: "Chrome", system: "iOS", isHandheld: true });
});
