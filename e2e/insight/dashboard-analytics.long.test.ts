import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createClient } from "@clickhouse/client";
import { type Language, routes } from "@shoal/contract";
import type { SessionMinuteRow } from "@shoal/contract/player";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase } from "../../apps/api/src/platform/database.ts";
import { type Account, openAccount } from "../../harness/account.ts";
import { findBarriers, openAs, type Person, resizePage } from "../../harness/people.ts";
import { startTestPlatform, type TestPlatform } from "../../harness/platform.ts";
import { useBrowser } from "../support/test-browser.ts";

const PHONE_VIEWPORT = { width: 390, height: 844 };
const MINUTE_SEC = 60;

let platform: TestPlatform;
let account: Account;
let person: Person;
const browser = useBrowser();

beforeAll(async () => {
  platform = await startTestPlatform();
  account = await openAccount(platform);
  person = { username: "admin", ...account };
  await addViews();
});
afterAll(() => platform?.close());

/** Adds views of the last hour: two viewers from France with half an hour each, and one from Germany with ten minutes. */
async function addViews(): Promise<void> {
  const { client_infos } = await account.call(routes.getMe, {});
  const client_uuid = client_infos[0]?.uuid ?? "";
  /** Returns the fields of consecutive minutes of playback, of which the last contains a backward seek. */
  const notes = (place: number, count: number): Partial<SessionMinuteRow> => ({
    played: [(count - place - 1) * 60, (count - place) * 60],
    ...(place === 0 ? { replayed: [0, 30] } : {}),
    ...(place === count - 1 ? { events: [JSON.stringify({ atMs: 400, type: "start", value: 400 })] } : {}),
    ...(place === 0 ? { events: [JSON.stringify({ atMs: 2_000, type: "seek", value: 0 })] } : {}),
  });
  const minutes = (country: string, count: number): Partial<SessionMinuteRow>[] => {
    const session_uuid = randomUUID();
    const last = Math.floor(Date.now() / 60_000) - 2;
    return Array.from({ length: count }, (_, index) => ({
      client_uuid,
      video_uuid: "=film",
      session_uuid,
      minute: (last - index) * MINUTE_SEC,
      version: 1,

      country,
      device: "laptop",
      network: "fixed",
      viewer: session_uuid,
      height: 720,
      sec_server: 20,

      sec_peer: 40,
      bytes_server: 1e6,
      bytes_peer: 3e6,
      kbps_seconds: 60_000,
      sec_best_quality: 60,
      ...(index === count - 1 ? { attempts: 1, views: 1, startup_ms: 400 } : {}),
      ...notes(index, count),
    }));
  };
  const values = [...minutes("FR", 30), ...minutes("FR", 30), ...minutes("DE", 10)];
  const analytics = createClient({ url: platform.clickhouseUrl });
  await analytics.insert({ table: "session_minutes", values, format: "JSONEachRow" });
  await analytics.close();
}

/** Adds views of two media on another CDN. Each was watched once some minutes ago, the second one for longer. */
async function addTwoFilmViews(): Promise<void> {
  const { client_infos } = await account.call(routes.getMe, {});
  const client_uuid = client_infos[0]?.uuid ?? "";
  const { db, close } = openDatabase(platform.databaseUrl, 1);
  const films = ["first", "second"].map((name) => ({ client_uuid, name, title: `The ${name} film` }));
  await db.insertInto("plugin_videos").values(films).execute();
  await close();
  const minute = (Math.floor(Date.now() / 60_000) - 5) * MINUTE_SEC;
  const watched = { client_uuid, minute, version: 1, attempts: 1, views: 1, startup_ms: 400 };
  const analytics = createClient({ url: platform.clickhouseUrl });
  await analytics.insert({
    table: "session_minutes",
    values: [
      { ...watched, video_uuid: "first", session_uuid: randomUUID(), sec_server: 20 },
      { ...watched, video_uuid: "second", session_uuid: randomUUID(), sec_peer: 50 },
    ],
    format: "JSONEachRow",
  });
  await analytics.close();
}

const openPage = (path: string, language: Language = "EN") =>
  openAs(browser.context, account, { person, path, language });

const findCard = (page: Page, name: string) => page.locator(`[data-figure="${name}"]`);
const addressOf = (page: Page) => new URLSearchParams(new URL(page.url()).hash.split("?")[1]);

/** Saves the figures of a section of the page. @returns the file that the browser downloads. */
async function saveFigures(page: Page, place: string): Promise<{ name: string; lines: string[] }> {
  const section = page.getByRole("region", { name: place });
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    section.getByRole("button", { name: "CSV" }).click(),
  ]);
  const text = await readFile(await download.path(), "utf8");
  return { name: download.suggestedFilename(), lines: text.replace("\uFEFF", "").split("\r\n") };
}

/** Holds back every response with figures until the caller releases it. */
async function delayFigures(page: Page): Promise<{ letGo: () => void }> {
  const held = Promise.withResolvers<void>();
  await page.route("**/api/statistics/**", async (route) => {
    await held.promise;
    await route.continue();
  });
  return { letGo: () => held.resolve() };
}

const STALE_SELECTOR = '[data-stale="true"][aria-busy="true"]';
const opacityOf = (page: Page, place: string) =>
  page.locator(place).evaluate((element) => Number(getComputedStyle(element).opacity));

test.each([
  ["EN", "Loading…", "As of"],
  ["FR", "Chargement…", "État au"],
] as const)(
  "figures of the previous period are marked until those of the new one are loaded (%s)",
  async (...row) => {
    const [language, loading, asOf] = row;
    const page = await openPage("/analytics?range=day", language);
    await findCard(page, "views").getByText("3", { exact: true }).waitFor();
    await page.locator("div[data-stale] canvas").waitFor();
    await page.locator("table[data-stale] td").first().waitFor();
    const figures = await delayFigures(page);
    await page.locator('a[href*="range=week"]').click();
    const when = page.getByText(loading);
    await when.waitFor();
    await expect.poll(() => opacityOf(page, `section${STALE_SELECTOR}`)).toBeLessThan(0.5);
    // The chart, the breakdown and their files must also show only their own period.
    await page.locator(`div${STALE_SELECTOR}`).waitFor();
    await page.locator(`table${STALE_SELECTOR}`).waitFor();
    expect(await page.getByRole("button", { name: "PNG" }).isDisabled()).toBe(true);
    expect(await when.textContent()).not.toContain(asOf);
    figures.letGo();
    await when.waitFor({ state: "detached" });
    await expect.poll(() => page.locator('[data-stale="true"]').count()).toBe(0);
  },
);

test("ranks of the previous period are marked until those of the new one are loaded", async () => {
  const page = await openPage("/rankings?range=day&views=0");
  await page.getByRole("row").nth(1).waitFor();
  const figures = await delayFigures(page);
  await page.locator('a[href*="range=week"]').click();
  await page.locator(`table${STALE_SELECTOR}`).waitFor();
  expect(await page.getByRole("button", { name: "CSV" }).isDisabled()).toBe(true);
  figures.letGo();
  await page.locator('table[data-stale="false"]').waitFor();
});

test("a period can be chosen, and a country filters all figures until its chip is removed", async () => {
  const page = await openPage("/analytics");
  await page.getByText("No views in this period").waitFor();
  await page.getByRole("link", { name: "24 hours" }).click();
  await findCard(page, "views").getByText("3", { exact: true }).waitFor();
  await findCard(page, "offload").getByText("75.0%").waitFor();
  await page.getByRole("link", { name: "Country", exact: true }).click();
  await page.getByRole("link", { name: "France", exact: true }).click();
  await findCard(page, "views").getByText("2", { exact: true }).waitFor();
  await findCard(page, "viewingTime").getByText("1\u00a0h", { exact: true }).waitFor();
  expect(addressOf(page).get("only.country")).toBe("FR");
  await page.getByRole("link", { name: "Remove filter Country: France" }).click();
  await findCard(page, "views").getByText("3", { exact: true }).waitFor();
  expect(addressOf(page).has("only.country")).toBe(false);
});

test("a zoomed period stays after a reload, and zooming out returns to the previous one", async () => {
  const page = await openPage("/analytics?range=hour");
  const chart = page.getByRole("img", { name: /Viewing time/ }).locator("canvas");
  await chart.scrollIntoViewIfNeeded();
  const box = await chart.boundingBox();
  if (!box) throw new Error("There is no chart");
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x + box.width * 0.4, y);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.6, y, { steps: 5 });
  await page.mouse.up();
  await page.getByLabel("From").waitFor();
  const zoomed = page.url();
  const [from, to] = ["from", "to"].map((name) => Date.parse(addressOf(page).get(name) ?? ""));
  expect(Number(to) - Number(from)).toBeLessThan(30 * 60_000);
  expect(Number(to) - Number(from)).toBeGreaterThan(5 * 60_000);
  const shown = await page.getByLabel("From").inputValue();
  await page.reload();
  await expect.poll(() => page.getByLabel("From").inputValue()).toBe(shown);
  expect(page.url()).toBe(zoomed);
  await page.getByRole("link", { name: "Zoom out" }).click();
  await page.getByLabel("From").waitFor({ state: "detached" });
  expect(addressOf(page).get("range")).toBe("hour");
});

test("figures are saved as shown, with their units, and names that look like formulas are saved as text", async () => {
  const page = await openPage("/analytics?range=day&by=country");
  await page.getByRole("link", { name: "Germany" }).waitFor();
  const countries = await saveFigures(page, "By country");
  expect(countries.name).toMatch(/^Everything - Country - [\d-]+ \d{4} to [\d-]+ \d{4}\.csv$/);
  const header = countries.lines[0]?.split(",") ?? [];
  expect(header.slice(0, 3)).toEqual(["value", "name", "viewers"]);
  const french = countries.lines[1]?.split(",") ?? [];
  expect(french.slice(0, 2)).toEqual(["FR", "France"]);
  expect(french[header.indexOf("serverSec")]).toBe("1200");
  expect(french[header.indexOf("peerSec")]).toBe("2400");
  await page.getByRole("link", { name: "Video", exact: true }).click();
  await page.getByRole("link", { name: "=film", exact: true }).waitFor();
  expect((await saveFigures(page, "By video")).lines[1]?.slice(0, 13)).toBe("'=film,'=film");
  const series = await saveFigures(page, "Over time");
  expect(series.lines[0]).toBe("from,to,serverSec,peerSec");
  const played = series.lines.slice(1).map((line) => Number(line.split(",")[2] ?? 0));
  expect(played.reduce((sum, seconds) => sum + seconds, 0)).toBe(1400);
});

test("a period whose end precedes its start is refused at its field", async () => {
  const page = await openPage("/analytics?range=own&from=2026-11-02T00:00:00Z&to=2026-11-01T00:00:00Z");
  await page.getByText("This period cannot be shown").waitFor();
  const end = page.getByLabel("To", { exact: true });
  await expect.poll(() => end.getAttribute("aria-invalid")).toBe("true");
  await page.getByText("The end must be after the start.").waitFor();
  await end.fill("03/11/2026 00:00");
  await page.getByRole("button", { name: "Show" }).click();
  await page.getByText("No views in this period").waitFor();
});

test("a video's page shows its retention and its sessions, and a session's viewer can be forgotten", async () => {
  const page = await openPage("/analytics/%3Dfilm?range=day");
  const retention = page.getByRole("region", { name: "Audience retention" });
  await retention.getByRole("img", { name: /Audience retention of/ }).waitFor();
  // All three viewers watched ten minutes. Two of them watched another twenty minutes.
  await retention.getByText("77.8%", { exact: true }).waitFor();
  await retention.getByRole("button", { name: "Table" }).click();
  const row = retention.getByRole("row", { name: /^10:00/ });
  await row.getByText("66.7%").waitFor();
  const saved = await saveFigures(page, "Audience retention");
  expect(saved.lines[0]).toBe("atSec,sessions,replays,sessionsPercent,replaysPercent,chapter");
  expect(saved.lines[1]).toBe("0,3,3,100,100,");

  await page.getByRole("link", { name: "Sessions", exact: true }).click();
  const sessions = page.getByRole("region", { name: "Sessions", exact: true }).first();
  await sessions.getByText("3 sessions", { exact: true }).waitFor();
  await sessions.getByRole("link", { name: "Watched", exact: true }).click();
  await expect.poll(() => addressOf(page).get("sessions")).toBe("-watchedSec");
  await sessions
    .getByRole("link", { name: /^Session from/ })
    .first()
    .click();
  await page.getByRole("heading", { name: "Session: =film", level: 1 }).waitFor();
  await page.getByText("First frame after 400\u00a0ms").waitFor();
  await page.getByText("Jumped to 0:00").waitFor();
  expect(await findBarriers(page)).toEqual([]);
  const address = page.url();

  await page.getByRole("button", { name: "Forget this viewer" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Forget", exact: true }).click();
  await page.getByText("1 session forgotten").waitFor();
  await page.goto(address);
  await page.getByText("This session does not exist").waitFor();
  await page.goto(`${account.apiUrl}/#/analytics?range=day`);
  await findCard(page, "views").getByText("3", { exact: true }).waitFor();
});

test("the page shows that figures are unavailable, and loads them once they are back", async () => {
  let isAway = true;
  const page = await openPage("/aide");
  await page.route("**/api/statistics/totals?*", (route) =>
    isAway
      ? route.fulfill({ status: 503, json: { code: "unavailable", message: "away" } })
      : route.fallback(),
  );
  await page.goto(`${account.apiUrl}/#/analytics?range=day`);
  await page.getByText("Analytics are temporarily unavailable").waitFor();
  isAway = false;
  await findCard(page, "views").getByText("3", { exact: true }).waitFor();
});

test.each([
  ["EN", 1440, false],
  ["FR", 390, true],
] as const)(
  "the page with figures has no barriers, also as a table (%s, %i px)",
  async (language, width, isDark) => {
    const page = await openPage("/analytics", language);
    if (isDark) await page.emulateMedia({ colorScheme: "dark" });
    if (width < PHONE_VIEWPORT.height) await resizePage(page, PHONE_VIEWPORT);
    await page.goto(`${account.apiUrl}/#/analytics?range=day&by=device&only.country=FR`);
    await findCard(page, "views").getByText("2", { exact: true }).waitFor();
    await page.getByRole("img", { name: language === "EN" ? /Viewing time/ : /Visionnage/ }).waitFor();
    await page.getByRole("link", { name: language === "EN" ? "Laptop" : "Ordinateur portable" }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(page.viewportSize()?.width);
    await page.getByRole("button", { name: language === "EN" ? "Table" : "Tableau" }).click();
    await page
      .getByRole("columnheader", { name: language === "EN" ? "From servers" : "Des serveurs" })
      .waitFor();
    expect(await findBarriers(page)).toEqual([]);
  },
);

// This test is the last one, because its viewers would be counted in the other tests.
test("several videos can be analysed together, their URL can be reopened, and one of them can be removed", async () => {
  await addTwoFilmViews();
  const page = await openPage("/analytics?range=day");
  const subject = page.getByRole("combobox", { name: "Scope" });
  const add = async (title: string) => {
    await subject.fill(title);
    await page.getByRole("option", { name: title }).click();
  };
  await add("The first film");
  await page.getByRole("region", { name: "Audience retention" }).waitFor();
  await findCard(page, "views").getByText("1", { exact: true }).waitFor();
  await add("The second film");
  await page.getByText("Audience retention is available for one video at a time").waitFor();
  await findCard(page, "views").getByText("2", { exact: true }).waitFor();
  expect(addressOf(page).getAll("videos")).toEqual(["first", "second"]);
  const sums = await saveFigures(page, "By video");
  expect(sums.name).toMatch(/^2 videos - Video - /);
  expect(sums.lines.slice(1, 3).map((line) => line.split(",")[1])).toEqual([
    "The second film",
    "The first film",
  ]);
  expect(await findBarriers(page)).toEqual([]);
  await page.reload();
  await findCard(page, "views").getByText("2", { exact: true }).waitFor();
  await subject.press("Backspace");
  await expect.poll(() => page.url()).toContain("/analytics/first");
  await page.goto(`${account.apiUrl}/#/analytics?range=day&videos=first&videos=nobodys`);
  // While the page loads, every section shows this text. Once it is loaded, the text appears once.
  await expect.poll(() => page.getByText("This video no longer exists.").count()).toBe(1);
});
