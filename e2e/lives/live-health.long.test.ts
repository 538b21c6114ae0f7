import { routes } from "@shoal/contract";
import { publish } from "@shoal/testkit";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import type { Account } from "../../harness/account.ts";
import { findBarriers, openAs, type Person, resizePage } from "../../harness/people.ts";
import { startTestPlatform, type TestPlatform } from "../../harness/platform.ts";
import { openOwnClient } from "../support/own-client.ts";
import { useBrowser } from "../support/test-browser.ts";

const PHONE_VIEWPORT = { width: 390, height: 844 };
/**
 * The arguments of a badly configured encoder: a key frame every ten seconds, B-frames, and far too high a bit rate for the small
 * frame.
 */
const BAD_NUMBERS = [
  "-preset",
  "veryfast",
  "-g",
  "250",
  "-sc_threshold",
  "0",
  "-bf",
  "2",

  "-b:v",
  "3000k",
  "-minrate",
  "3000k",
  "-maxrate",
  "3000k",
  "-bufsize",
  "1500k",
  "-nal-hrd",
  "cbr",
];

let platform: TestPlatform;
const browser = useBrowser();
let admin: Account;
let liveOwner: Person;
beforeAll(async () => {
  platform = await startTestPlatform();
  ({ admin, editor: liveOwner } = await openOwnClient(platform));
});
afterAll(() => platform?.close());

/** Adds a live with bad settings, published until the test ends. */
async function addBadLive(): Promise<string> {
  const { uuid } = await liveOwner.call(routes.createVideo, {
    body: { title: "Harbour cam", type: "live" } as never,
  });
  const { url, streamKey } = await liveOwner.call(routes.getStreamKey, { params: { id: uuid } });
  const options = { seconds: 300, isLive: true, encoding: BAD_NUMBERS };
  const publisher = publish(`${url}/${streamKey}`, options);
  onTestFinished(async () => {
    publisher.child.kill("SIGKILL");
    await publisher.ended;
  });
  return uuid;
}

async function expectFits(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  expect(await findBarriers(page)).toEqual([]);
}

test("the owner of a live sees what the encoder sends and what to change, on its page and in its window", async () => {
  const uuid = await addBadLive();
  const page = await openAs(browser.context, admin, {
    person: liveOwner,
    path: `/player/${uuid}?section=live`,
  });
  const health = page.getByRole("region", { name: "Incoming stream" });
  await health.getByText("Key frames are 10\u00a0s apart.").waitFor();
  await health.getByText("kbps is more than 320\u00a0×\u00a0180 needs.").waitFor();
  await health.getByText("Your encoder uses B-frames.").waitFor();
  await health.getByText("320 × 180, H.264").waitFor();
  await health.getByRole("status").filter({ hasText: "Bad" }).waitFor();
  await health.getByRole("img", { name: /^Bitrate over the last \d+\sseconds: / }).waitFor();
  await expectFits(page);

  await page.emulateMedia({ colorScheme: "dark" });
  await resizePage(page, PHONE_VIEWPORT);
  await expectFits(page);
  const window = await openAs(browser.context, admin, {
    person: liveOwner,
    language: "FR",
    path: `/videoupload/live/${uuid}`,
  });
  await window.emulateMedia({ colorScheme: "dark" });
  await resizePage(window, PHONE_VIEWPORT);
  await window.getByText("Les images clés sont espacées de 10\u00a0s.").waitFor();
  await expectFits(window);
});
