import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createClient } from "@clickhouse/client";
import { type Language, routes } from "@shoal/contract";
import { addMonths, monthBounds, toIsoMonth } from "@shoal/domain/footprint";
import { eventually } from "@shoal/testkit";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CLOSED_CURSOR } from "../../apps/api/src/modules/insight/figures/index.ts";
import { openDatabase } from "../../apps/api/src/platform/database.ts";
import { type Account, openAccount } from "../../harness/account.ts";
import { findBarriers, openAs, type Person, resizePage } from "../../harness/people.ts";
import { startTestPlatform, type TestPlatform } from "../../harness/platform.ts";
import { useBrowser } from "../support/test-browser.ts";

const PHONE_VIEWPORT = { width: 390, height: 844 };
/** A viewport in which the complete report fits. A list at the end of the page would be hidden if the page had to be scrolled. */
const TALL_VIEWPORT = { width: 1_440, height: 2_400 };
const TEST_MONTH = addMonths(toIsoMonth(Date.now(), "UTC"), -2);

let platform: TestPlatform;
let account: Account;
let person: Person;
const browser = useBrowser();

beforeAll(async () => {
  platform = await startTestPlatform();
  account = await openAccount(platform);
  person = { username: "admin", ...account };
  await addViews();
  await eventually(async () => {
    const { reports } = await account.call(routes.listFootprintReports, {});
    expect(reports.map(({ month }) => month)).toEqual([TEST_MONTH]);
  });
});
afterAll(() => platform?.close());

/** Adds half an hour of views in the middle of the previous month, and aggregates its hours again. */
async function addViews(): Promise<void> {
  const { client_infos } = await account.call(routes.getMe, {});
  const from = Math.floor(monthBounds(TEST_MONTH, "UTC").fromMs / 60_000) + 14 * 1_440;
  const session_uuid = randomUUID();
  const values = Array.from({ length: 30 }, (_, index) => ({
    client_uuid: client_infos[0]?.uuid ?? "",
    video_uuid: "film",
    session_uuid,
    version: 1,

    minute: (from + index) * 60,
    country: index < 20 ? "FR" : "",
    device: "laptop",
    network: "fixed",

    sec_server: 20,
    sec_peer: 40,
    bytes_server: 1e8,
    bytes_peer: 3e8,
    bytes_up: 2e8,
    views: index === 0 ? 1 : 0,
  }));
  const analytics = createClient({ url: platform.clickhouseUrl });
  await analytics.insert({ table: "session_minutes", values, format: "JSONEachRow" });
  await analytics.close();
  const { db, close } = openDatabase(platform.databaseUrl, 1);
  await db.deleteFrom("cursors").where("name", "=", CLOSED_CURSOR).execute();
  await close();
}

const openPage = (path: string, language: Language = "EN") =>
  openAs(browser.context, account, { person, path, language });

async function saveReport(page: Page, name: "PDF" | "CSV"): Promise<Buffer> {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name, exact: true }).click(),
  ]);
  return readFile(await download.path());
}

test.each([
  ["EN", "So far, as of", "Water"],
  ["FR", "À ce jour", "Eau"],
] as const)("the list starts with the current month, shows water, and fits a phone (%s)", async (...row) => {
  const [language, soFar, water] = row;
  const page = await openPage("/footprint", language);
  const [running, over] = [page.getByRole("row").nth(1), page.getByRole("row").nth(2)];
  await running.getByText(new RegExp(`${soFar}.* \\d\\d/\\d\\d/\\d\\d @\\d\\d:\\d\\d`)).waitFor();
  await over.getByText(/\d\d\/\d\d\/\d\d @\d\d:\d\d/).waitFor();
  const place = (await page.getByRole("columnheader").allTextContents()).indexOf(water);
  await over
    .getByRole("cell")
    .nth(place - 1)
    .getByText(/\d.L/)
    .first()
    .waitFor();
  await resizePage(page, PHONE_VIEWPORT);
  const table = page.getByRole("region", { name: /^(Months|Mois)$/ }).last();
  expect(await table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
});

test("a month's report is saved as files and recreated by another method, and future months get a chosen method", async () => {
  const page = await openPage("/footprint");
  await resizePage(page, TALL_VIEWPORT);
  await page.getByRole("row").getByRole("link").nth(1).click();
  await page.getByText("33.3%").waitFor();
  expect((await saveReport(page, "PDF")).subarray(0, 5).toString()).toBe("%PDF-");
  expect((await saveReport(page, "CSV")).toString()).toContain("consumption,,,FR,laptop,fixed");
  await page.getByRole("combobox", { name: "Method" }).click();
  await page.getByRole("option", { name: /swd-4/ }).click();
  await page.getByRole("button", { name: "Create report" }).click();
  await page.getByText("This method does not cover peer-to-peer delivery.").waitFor();
  await page.getByRole("link", { name: "All months" }).click();
  await page.getByRole("combobox", { name: "Method" }).click();
  await page.getByRole("option", { name: /iea-2020/ }).click();
  await expect
    .poll(async () => (await account.call(routes.listFootprintReports, {})).method)
    .toBe("iea-2020");
  expect((await account.call(routes.listFootprintReports, {})).reports).toHaveLength(2);
});

test("the page of a method explains its formula, and another method can be chosen", async () => {
  const page = await openPage("/footprint/methods/shoal-2026");
  await page.getByText("peers.spent.access").waitFor();
  await page.getByRole("combobox", { name: "Show method" }).click();
  await page.getByRole("option", { name: /shift-2019/ }).click();
  await page.getByText("The 1byte model of The Shift Project").waitFor();
});

test.each(["EN", "FR"] as const)(
  "a month fits a phone and has no barriers, in %s, light and dark",
  async (language) => {
    const page = await openPage(`/footprint/${TEST_MONTH}`, language);
    await page.getByRole("heading", { level: 2 }).first().waitFor();
    await resizePage(page, PHONE_VIEWPORT);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      PHONE_VIEWPORT.width,
    );
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await findBarriers(page)).toEqual([]);
    }
  },
);
