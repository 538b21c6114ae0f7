import { readdirSync, readFileSync } from "node:fs";
import { routes } from "@shoal/contract";
import { endPublisher, eventually, publishClock } from "@shoal/testkit";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import type { Account } from "../../harness/account.ts";
import { findBarriers, openAs, type Person, resizePage } from "../../harness/people.ts";
import { startTestPlatform, type TestPlatform } from "../../harness/platform.ts";
import { awaitState } from "../../harness/swarm/swarm-viewers.ts";
import { startPlay } from "../support/faults-media.ts";
import { openOwnClient } from "../support/own-client.ts";
import { useBrowser } from "../support/test-browser.ts";

const PHONE_VIEWPORT = { width: 390, height: 844 };
/**
 * The time in ms for which a throttled encoder may run before each pause. It is far too short for three rungs, but enough for the
 * smallest.
 */
const ENCODER_RUN_MS = 25;
const ROUND_DURATION_MS = 100;
/** The maximum latency. The ingest drops its backlog at 6 s, and one process replaces another. */
const MAX_BEHIND_SEC = 15;

let platform: TestPlatform;
const browser = useBrowser();
let admin: Account;
let liveOwner: Person;
beforeAll(async () => {
  platform = await startTestPlatform();
  ({ admin, editor: liveOwner } = await openOwnClient(platform));
});
afterAll(() => platform?.close());

/** Returns the ids of the processes that currently encode lives. */
function findEncoders(): number[] {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return pids.filter((pid) => commandOf(pid).includes("force_key_frames")).map(Number);
}

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    // The process has exited since it was listed.
    return "";
  }
}

/**
 * Throttles all encoders to a share of the time. Several calls may overlap and end in any order.
 * @returns a function that ends the throttling.
 */
function throttleEncoders(): () => void {
  const held = new Set<number>();
  const signal = (name: "SIGSTOP" | "SIGCONT", pid: number) => {
    try {
      process.kill(pid, name);
    } catch {
      held.delete(pid);
    }
  };
  const goOn = () => {
    for (const pid of Array.from(held)) signal("SIGCONT", pid);
  };
  const timer = setInterval(() => {
    for (const pid of findEncoders()) {
      held.add(pid);
      signal("SIGSTOP", pid);
    }
    setTimeout(goOn, ROUND_DURATION_MS - ENCODER_RUN_MS);
  }, ROUND_DURATION_MS);
  return () => {
    clearInterval(timer);
    goOn();
  };
}

/** Returns the age of the last frame in a rendition's playlist, in seconds. */
async function behindSecOf(masterUrl: string): Promise<number> {
  const linesOf = async (url: URL | string) => (await (await fetch(url)).text()).split("\n");
  const [variant = ""] = (await linesOf(masterUrl)).filter((line) => line !== "" && !line.startsWith("#"));
  const lines = await linesOf(new URL(variant, masterUrl));
  const dated = lines.findLastIndex((line) => line.startsWith("#EXT-X-PROGRAM-DATE-TIME:"));
  const atMs = Date.parse(lines[dated]?.replace("#EXT-X-PROGRAM-DATE-TIME:", "") ?? "");
  const partsSec = lines
    .slice(dated)
    .map((line) => Number(/^#EXT-X-PART:.*DURATION=([\d.]+)/.exec(line)?.[1] ?? 0));
  return (Date.now() - atMs) / 1_000 - partsSec.reduce((sum, each) => sum + each, 0);
}

const positionOf = (page: Page) => page.evaluate<number>("document.querySelector('video').currentTime");
async function awaitPlayed(page: Page, seconds: number): Promise<void> {
  const fromSec = await positionOf(page);
  await eventually(async () => expect(await positionOf(page)).toBeGreaterThan(fromSec + seconds));
}

test("a live whose encoder cannot keep up drops rungs, and viewers keep playing at low latency", async () => {
  const { uuid } = await liveOwner.call(routes.createVideo, {
    body: { title: "Harbour cam", type: "live" } as never,
  });
  const id = { params: { id: uuid } };
  const { url, streamKey } = await liveOwner.call(routes.getStreamKey, id);
  const publisher = publishClock(`${url}/${streamKey}`);
  onTestFinished(() => endPublisher(publisher));
  const { embedUrl } = await liveOwner.call(routes.getVideo, id);
  const page = await browser.context.newPage();
  await page.goto(`${embedUrl}?autoplay=1&muted=1`);
  await awaitState(page, "playing");
  await page.evaluate("window.isSamePage = true");
  const { hlsUrl } = await startPlay(platform.installation, uuid);

  const letGo = throttleEncoders();
  onTestFinished(letGo);
  const leftOut = async () => (await liveOwner.call(routes.getInputInfos, id)).leftOutQualities;
  await eventually(async () => expect(await leftOut()).toBeGreaterThan(0));
  await awaitPlayed(page, 10);
  expect(await behindSecOf(hlsUrl)).toBeLessThan(MAX_BEHIND_SEC);

  const own = await openAs(browser.context, admin, {
    person: liveOwner,
    path: `/player/${uuid}?section=live`,
  });
  await own.getByText(/^Qualities paused for now: \d\.$/).waitFor();
  expect(await findBarriers(own)).toEqual([]);
  await own.emulateMedia({ colorScheme: "dark" });
  await resizePage(own, PHONE_VIEWPORT);
  expect(await own.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  expect(await findBarriers(own)).toEqual([]);

  // Once it is no longer throttled, the encoder catches up.
  letGo();
  await eventually(async () => expect(await behindSecOf(hlsUrl)).toBeLessThan(2));
  await awaitPlayed(page, 5);
  expect(await page.evaluate("window.isSamePage")).toBe(true);
});
