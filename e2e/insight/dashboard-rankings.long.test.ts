import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createClient } from "@clickhouse/client";
import { type Language, routes } from "@shoal/contract";
import type { SessionMinuteRow } from "@shoal/contract/player";
import { eventually } from "@shoal/testkit";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Account, openAccount } from "../../harness/account.ts";
import { findBarriers, openAs, type Person, resizePage } from "../../harness/people.ts";
import { startTestPlatform, type TestPlatform } from "../../harness/platform.ts";
import { useBrowser } from "../support/test-browser.ts";

const PHONE_VIEWPORT = { width: 390, height: 844 };
const MINUTE_MS = 60_000;
const HARBOUR_CAMERAS = [
  { label: "Le Havre", latitude: 49.485, longitude: 0.106 },
  { label: "Honfleur", latitude: 49.4194, longitude: 0.2329 },
  { label: "Sydney", latitude: -33.8611, longitude: 151.2108 },
];

let platform: TestPlatform;
let account: Account;
let person: Person;
/** The UUIDs of the camera videos, in the order of the harbours. */
let uuids: string[];
const browser = useBrowser();

beforeAll(async () => {
  platform = await startTestPlatform();
  account = await openAccount(platform);
  person = { username: "admin", ...account };
  uuids = await addCameras();
  await addViews();
});
afterAll(() => platform?.close());

async function addCameras(): Promise<string[]> {
  const added: string[] = [];
  for (const place of HARBOUR_CAMERAS) {
    const body = { title: `Quay of ${place.label}`, type: "live", liveType: "camera" } as const;
    const { uuid } = await account.call(routes.createVideo, {
      body: { ...body, encodingStatus: "stopped" },
    });
    await account.call(routes.updateVideo, { params: { id: uuid }, body: { place } });
    added.push(uuid);
  }
  return added;
}

/** Adds views of a minute each. Sydney led the ranking the day before yesterday, and Le Havre leads it now. */
async function addViews(): Promise<void> {
  const { client_infos } = await account.call(routes.getMe, {});
  const client_uuid = client_infos[0]?.uuid ?? "";
  const views = (place: number, count: number, view: { agoMin: number; country: string }) =>
    Array.from({ length: count }, (): Partial<SessionMinuteRow> => {
      const minute = (Math.floor(Date.now() / MINUTE_MS) - view.agoMin) * 60;
      const session_uuid = randomUUID();
      const seconds = { sec_server: 20, sec_peer: 40, kbps_seconds: 60_000 };
      const told = { views: 1, attempts: 1, startup_ms: 400, viewer: session_uuid, version: 1 };
      const video_uuid = uuids[place] ?? "";
      return { client_uuid, video_uuid, session_uuid, minute, country: view.country, ...seconds, ...told };
    });
  const recent = { agoMin: 2, country: "FR" };
  const earlier = { agoMin: 26 * 60, country: "AU" };
  const values = [
    ...views(0, 6, recent),
    ...views(1, 1, recent),
    ...views(2, 5, { agoMin: 2, country: "AU" }),

    ...views(0, 5, earlier),
    ...views(2, 9, earlier),
  ];
  const analytics = createClient({ url: platform.clickhouseUrl });
  await analytics.insert({ table: "session_minutes", values, format: "JSONEachRow" });
  await analytics.close();
  // The hours of the previous day are closed. The API reads late data for them and aggregates it once a minute.
  const [from, to] = [48, 24].map((hours) => new Date(Date.now() - hours * 3_600_000).toISOString());
  const query = { from: from ?? "", to: to ?? "" };
  await eventually(
    async () => {
      const { figures } = await account.call(routes.getStatisticsTotals, { query });
      expect(figures.views).toBe(14);
    },
    { limitMs: 3 * MINUTE_MS },
  );
}

const openPage = (path: string, language: Language = "EN") =>
  openAs(browser.context, account, { person, path, language });

const readRankedNames = (page: Page) => page.locator("tbody").getByRole("rowheader").allInnerTexts();
const addressOf = (page: Page) => new URLSearchParams(new URL(page.url()).hash.split("?")[1]);

test("cameras are ranked in comparison with the previous day, in either order, and saved as shown", async () => {
  const page = await openPage("/rankings?range=day&of=camera");
  const first = page.getByRole("row", { name: /Quay of Le Havre/ });
  await first.getByText("1 rank higher than in the previous period").waitFor({ state: "attached" });
  await first.getByText("20.0% more").waitFor();
  expect(await readRankedNames(page)).toEqual(["Quay of Le Havre", "Quay of Sydney"]);
  await page.getByRole("row", { name: /^Not ranked, fewer than 5 views: 1 camera .* 1$/ }).waitFor();
  await page.getByRole("row", { name: /^Total, as in Analytics .* 12$/ }).waitFor();
  await page.getByRole("link", { name: "Worst first" }).click();
  await expect.poll(() => readRankedNames(page)).toEqual(["Quay of Sydney", "Quay of Le Havre"]);
  await page.getByLabel("Minimum views").fill("0");
  await page.getByLabel("Minimum views").press("Enter");
  await expect.poll(() => readRankedNames(page).then(([worst]) => worst)).toBe("Quay of Honfleur");
  expect(addressOf(page).get("views")).toBe("0");
  await page.getByLabel("Show top").fill("101");
  await page.getByText("Enter a whole number from 1 to 100.").waitFor();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "CSV" }).click(),
  ]);
  const lines = (await readFile(await download.path(), "utf8")).replace("\uFEFF", "").split("\r\n");
  expect(lines[0]?.split(",").slice(0, 3)).toEqual(["rank", "value", "name"]);
  expect(lines[1]?.split(",").slice(0, 3)).toEqual(["1", uuids[1], "Quay of Honfleur"]);
  await page.getByRole("link", { name: "Quay of Honfleur", exact: true }).click();
  await expect.poll(() => page.url()).toContain(`/analytics/${uuids[1]}?range=day`);
});

test("the map shades countries, separates cameras that are close together, and is usable by keyboard", async () => {
  const page = await openPage("/map?range=day");
  const france = page.getByRole("link", { name: /France: Viewers 7\. Show its analytics/ });
  await france.waitFor();
  const both = page.getByRole("button", { name: /2 cameras: / });
  await both.focus();
  await page.keyboard.press("Enter");
  const card = page.getByRole("region", { name: "On the map" });
  await card.getByText("Quay of Honfleur").waitFor();
  // Zooming in separated the places on the map, and zooming out groups them again.
  await page.getByRole("button", { name: /^Quay of Honfleur, Honfleur, Not live/ }).waitFor();
  await page.getByRole("button", { name: "Show everything" }).click();
  await both.waitFor();
  await card.getByRole("button", { name: "Close" }).click();
  await page.getByLabel("Metric").selectOption("watchedSec");
  await expect.poll(() => addressOf(page).get("metric")).toBe("watchedSec");
  await page.getByRole("link", { name: /Australia: Viewing time/ }).focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => addressOf(page).get("only.country")).toBe("AU");
});

test("the map shows that figures are unavailable, and shows them once they are back", async () => {
  let isAway = true;
  const page = await openPage("/aide");
  await page.route("**/api/statistics/places?*", (route) =>
    isAway
      ? route.fulfill({ status: 503, json: { code: "unavailable", message: "away" } })
      : route.fallback(),
  );
  await page.goto(`${account.apiUrl}/#/map?range=day`);
  await page.getByText("Analytics are temporarily unavailable").waitFor();
  isAway = false;
  await page.getByRole("rowheader", { name: "Quay of Le Havre" }).waitFor();
});

test.each(["EN", "FR"] as const)(
  "on a phone in dark mode nothing is cut off or hard to read, in %s",
  async (language) => {
    for (const path of ["/rankings?range=day&of=camera&views=0", "/map?range=day"]) {
      const page = await openPage(path, language);
      await page.emulateMedia({ colorScheme: "dark" });
      await resizePage(page, PHONE_VIEWPORT);
      await page.getByRole("rowheader", { name: /Quay of Le Havre/ }).waitFor();
      expect(await findBarriers(page)).toEqual([]);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width).toBeLessThanOrEqual(PHONE_VIEWPORT.width);
    }
  },
);
