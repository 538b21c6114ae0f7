import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DEFAULT_THEME, type DescribedOutro, type OutroBeacon } from "@shoal/contract";
import type { PlaybackDescriptor } from "@shoal/contract/edge";
import { type RunningClickHouse, startClickHouse } from "@shoal/engines";
import { eventually, VIEWER_AGENT } from "@shoal/testkit";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { prepareAnalytics } from "../../apps/api/src/platform/analytics-tables.ts";
import { type Analytics, openAnalytics } from "../../apps/api/src/platform/clickhouse.ts";
import { createClientDescriptor } from "../../apps/edge/src/testing/edge-harness.ts";
import { execFileAsync } from "../../apps/edge/src/testing/real-media.ts";
import { linesOf, violationsOf } from "../../harness/axe.ts";
import { type EdgePlayer, startEdgePlayer } from "../support/edge-player.ts";

/** The time within which a change reaches viewers who are already watching. */
const MAX_PROPAGATION_MS = 10_000;
const PICTURE_BYTES = "00000000-0000-4000-8000-0000000000f1";
const PICTURE_OBJECT = `pictures/${PICTURE_BYTES}/${"b".repeat(32)}-960`;
const testOutro: DescribedOutro = {
  uuid: "00000000-0000-4000-8000-0000000000f2",
  title: "Thanks for watching",
  description: "The next film is out <b>now</b>",
  button: { text: "Watch it", url: "https://shop.example/next" },
  subtext: { text: "Write to us", url: "mailto:hello@example.org" },
  image: {
    alt: "A reef",
    files: [
      { object: `${PICTURE_OBJECT}.webp`, format: "webp", width: 960, height: 540, sizeBytes: 1 },
      { object: `${PICTURE_OBJECT}.avif`, format: "avif", width: 960, height: 540, sizeBytes: 1 },
    ],
  },
  backgroundImage: null,
};
const fullDescriptor = { ...testOutro, backgroundImage: testOutro.image };

let folder: string;
let clickhouse: RunningClickHouse;
let analytics: Analytics;
let edge: EdgePlayer;
let video: PlaybackDescriptor;
let pages: Page[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "shoal-outro-"));
  await chmod(folder, 0o755);
  clickhouse = await startClickHouse({ dataDir: join(folder, "clickhouse") });
  analytics = openAnalytics(clickhouse.url);
  await prepareAnalytics(analytics);
  edge = await startEdgePlayer({ clickhouseUrl: clickhouse.url });
  for (const format of ["webp", "avif"]) {
    const path = join(folder, `picture.${format}`);
    await execFileAsync("ffmpeg", [
      "-v",
      "error",
      "-f",
      "lavfi",
      "-i",
      "testsrc2=s=960x540",
      "-frames:v",
      "1",
      path,
    ]);
    await edge.harness.store.putFile(`${PICTURE_OBJECT}.${format}`, path);
  }
  video = await edge.publish({ durationSec: 4, outro: fullDescriptor });
  await eventually(() => edge.harness.api.followers === 1, { what: "an edge that follows the api" });
});
afterAll(async () => {
  await edge?.close();
  await analytics?.close();
  await clickhouse?.stop();
  await rm(folder, { recursive: true, force: true });
});
afterEach(async () => {
  await Promise.all(pages.map((page) => page.context().close()));
  pages = [];
});

function publishCopy(changes: Partial<PlaybackDescriptor>): PlaybackDescriptor {
  const copy = { ...video, uuid: crypto.randomUUID(), ...changes };
  edge.harness.api.set(copy);
  return copy;
}

async function openPage(uuid: string, query: string, size = { width: 960, height: 540 }): Promise<Page> {
  const page = await edge.browser.openViewer("about:blank", size);
  pages.push(page);
  await page.context().route("https://shop.example/**", (route) => route.fulfill({ body: "the shop" }));
  await page.goto(`${edge.harness.edge.url}/embed/${uuid}?${query}`);
  return page;
}

const awaitState = (page: Page, state: string) =>
  page.waitForFunction((wanted) => document.documentElement.dataset.state === wanted, state);

/** Plays the video's last second. */
async function playToEnd(page: Page): Promise<void> {
  await page.keyboard.press("k");
  await awaitState(page, "ended");
}

async function readCounts(uuid: string) {
  const result = await analytics.query({
    query: `SELECT sum(shown) AS shown, sum(button_clicks) AS button, sum(subtext_clicks) AS subtext
      FROM outro_sessions FINAL WHERE video_uuid = {video:String}`,
    query_params: { video: uuid },
    format: "JSONEachRow",
  });
  const [row] = await result.json<{ shown: string; button: string; subtext: string }>();
  return [row?.shown, row?.button, row?.subtext].map(Number);
}
const awaitCounts = (uuid: string, counts: number[]) => expect.poll(() => readCounts(uuid)).toEqual(counts);

async function expectNoSeriousFinding(page: Page): Promise<void> {
  const violations = await violationsOf(page);
  const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  expect(linesOf(serious)).toEqual([]);
}

test.each(["en", "fr"] as const)(
  "in %s, a video ends with its outro, which is announced, clicked and counted, and the video is replayed by keyboard",
  async (language) => {
    const { uuid } = publishCopy({});
    const page = await openPage(uuid, `lang=${language}&muted&t=3`);
    const beacons: OutroBeacon[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith("/beacons/outro")) beacons.push(request.postDataJSON() as OutroBeacon);
    });
    await awaitState(page, "ready");
    expect(await page.locator(".outro").count()).toBe(0);
    await playToEnd(page);
    await page.getByRole("heading", { name: testOutro.title }).waitFor();
    const [ending, again] =
      language === "en" ? ["End of the video", "Play again"] : ["Fin de la vidéo", "Revoir"];
    expect(await page.textContent("[role=status].unseen")).toBe(`${ending}: ${testOutro.title}`);
    // The page renders the owner's input as text and not as HTML.
    expect(await page.textContent(".outro-description")).toBe(testOutro.description);
    await page.waitForFunction(() =>
      [...document.querySelectorAll<HTMLImageElement>(".outro img")].every(
        (image) => image.complete && image.naturalWidth > 0,
      ),
    );
    const shown = await page
      .locator(".outro img")
      .evaluateAll((all) => all.map((image) => (image as HTMLImageElement).currentSrc));
    expect(shown).toEqual([
      `${edge.harness.edge.url}/${PICTURE_OBJECT}.avif`,
      `${edge.harness.edge.url}/${PICTURE_OBJECT}.avif`,
    ]);
    await expectNoSeriousFinding(page);
    await awaitCounts(uuid, [1, 0, 0]);
    const [shop] = await Promise.all([
      page.context().waitForEvent("page"),
      page.getByText("Watch it").click(),
    ]);
    await shop.waitForURL("https://shop.example/next");
    expect(await shop.evaluate(() => window.opener)).toBeNull();
    await shop.close();
    await page.locator(".outro-subtext").dispatchEvent("click");
    await awaitCounts(uuid, [1, 1, 1]);
    // A message that arrives twice, or late, changes nothing.
    const [first, last] = [beacons[0], beacons.at(-1)];
    for (const beacon of [last, first])
      await fetch(`${edge.harness.edge.url}/beacons/outro`, {
        method: "POST",
        body: JSON.stringify(beacon),
        headers: { "user-agent": VIEWER_AGENT },
      });
    await page.getByRole("button", { name: again, exact: true }).first().focus();
    await page.keyboard.press("Enter");
    await awaitState(page, "playing");
    expect(await page.locator(".outro").count()).toBe(0);
    await awaitState(page, "ended");
    await page.locator(".outro").waitFor();
    await awaitCounts(uuid, [2, 1, 1]);
  },
);

test("a small player shows the whole outro, and a looping video or one without an outro shows none", async () => {
  const small = await openPage(publishCopy({}).uuid, "muted&t=3", { width: 320, height: 180 });
  await awaitState(small, "ready");
  await playToEnd(small);
  const button = small.getByRole("link", { name: "Watch it" });
  await button.scrollIntoViewIfNeeded();
  const box = await button.boundingBox();
  expect(box && box.x >= 0 && box.x + box.width <= 320 && box.y + box.height <= 180).toBe(true);
  await expectNoSeriousFinding(small);
  const looping = await openPage(publishCopy({}).uuid, "muted&t=3&loop");
  await awaitState(looping, "ready");
  await looping.keyboard.press("k");
  await looping.waitForFunction(() => (document.querySelector("video")?.currentTime ?? 0) > 3.2);
  await looping.waitForFunction(() => (document.querySelector("video")?.currentTime ?? 9) < 2);
  expect(await looping.locator(".outro").count()).toBe(0);
  const plain = await openPage(publishCopy({ outro: null }).uuid, "muted&t=3");
  await awaitState(plain, "ready");
  await playToEnd(plain);
  expect(await plain.locator(".outro").count()).toBe(0);
});

test("a new outro and new colours reach current viewers within 10 s", async () => {
  const clientId = crypto.randomUUID();
  const theme = { ...DEFAULT_THEME, accent: "#ffe600" };
  edge.harness.api.setClient(createClientDescriptor(clientId, { theme }));
  const copy = publishCopy({ clientId, outro: null });
  const page = await openPage(copy.uuid, "muted&t=3");
  await awaitState(page, "ready");
  await playToEnd(page);
  const within = { timeout: MAX_PROPAGATION_MS };
  edge.harness.api.set({ ...copy, revision: 2, outro: { ...testOutro, image: null, title: "Just written" } });
  await page.getByRole("heading", { name: "Just written" }).waitFor(within);
  edge.harness.api.setClient(
    createClientDescriptor(clientId, { revision: 2, theme: { ...theme, accent: "#1a1aa6" } }),
  );
  const accent = () => document.documentElement.style.getPropertyValue("--accent");
  await expect.poll(() => page.evaluate(accent), within).toBe("#1a1aa6");
});

test("a viewer without peer-to-peer gets a new outro with the next renewal of the session", async () => {
  const copy = publishCopy({ outro: null });
  const page = await edge.browser.openViewer("about:blank", { width: 960, height: 540 });
  pages.push(page);
  await page.clock.install();
  await page.goto(`${edge.harness.edge.url}/embed/${copy.uuid}?muted&t=3&p2p=0`);
  await awaitState(page, "ready");
  await playToEnd(page);
  const wanted = { ...testOutro, image: null, title: "Just written" };
  edge.harness.api.set({ ...copy, revision: 2, outro: wanted });
  // The player renews the session after three quarters of its token's lifetime of a quarter of an hour.
  await page.clock.fastForward(12 * 60_000);
  await page.getByRole("heading", { name: "Just written" }).waitFor();
});

test("pictures are cached as immutable, and uploaded originals and missing pictures are not served", async () => {
  const { url } = edge.harness.edge;
  const answer = await fetch(`${url}/${PICTURE_OBJECT}.avif`);
  expect(answer.headers.get("content-type")).toBe("image/avif");
  expect(answer.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  await edge.harness.store.put(`pictures/${PICTURE_BYTES}/source/original`, Buffer.from("secret"));
  for (const path of [
    `pictures/${PICTURE_BYTES}/source`,
    `pictures/${PICTURE_BYTES}/source/original`,
    `${PICTURE_OBJECT}.png`,
  ])
    expect((await fetch(`${url}/${path}`)).status, path).toBe(404);
  expect((await fetch(`${url}/${PICTURE_OBJECT.replaceAll("b", "c")}.webp`)).status).toBe(404);
});
