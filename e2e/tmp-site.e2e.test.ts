import { randomUUID } from "node:crypto";
import { mkdirSync, readFileSync } from "node:fs";
import { createClient } from "@clickhouse/client";
import { expect, inject, test } from "vitest";

import { prepareWorld } from "./support/screen-world.ts";
import { useAdministrator } from "./support/tenants.ts";
import { useBrowser } from "./support/test-browser.ts";

const browser = useBrowser();
test("pictures", async () => {
  const platform = inject("platform");
  const world = await prepareWorld({ ...platform, admin: useAdministrator() });
  const { clickhouseUrl } = JSON.parse(readFileSync(`${platform.dataDir}/endpoints.json`, "utf8")) as { clickhouseUrl: string };
  const analytics = createClient({ url: clickhouseUrl });
  const nowMs = Date.now();
  const rows = Array.from({ length: 400 }, (_, i) => ({
    client_uuid: world.clientUuid, video_uuid: "film", site_uuid: world.siteUuid, session_uuid: randomUUID(),
    minute: Math.floor(nowMs / 60000) * 60 - Math.floor((i / 400) ** 2 * 24 * 60) * 60, version: nowMs - i * 60_000,
    sec_server: 15, sec_peer: 45, bytes_server: 5_000_000 + 40_000 * (i % 37), bytes_peer: 42_000_000, is_site_closed: i % 5 === 0 ? 0 : 1,
  }));
  await analytics.insert({ table: "session_minutes", values: rows.map((r) => ({ ...r, is_site_closed: 1 })), format: "JSONEachRow" });
  mkdirSync("/tmp/st-pics", { recursive: true });
  const shoot = async (name: string, path: string, language: string, width: number, scheme: "light" | "dark", text: RegExp | string, then?: (page: import("playwright-core").Page) => Promise<void>) => {
    const page = await browser.context.newPage();
    await page.emulateMedia({ colorScheme: scheme });
    await page.setViewportSize({ width, height: 900 });
    await page.addInitScript(({ credential, language }) => { localStorage.setItem("shoal.language", language); localStorage.setItem("shoal.credential", credential); }, { credential: world.people.manager.credential, language });
    await page.goto(`${world.apiUrl}/#${path}`);
    await page.getByText(text).first().waitFor();
    await then?.(page);
    await page.waitForTimeout(700);
    await page.screenshot({ path: `/tmp/st-pics/${name}.png`, fullPage: true });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    await page.close();
  };
  const site = `/config?config=${world.configUuid}&site=${world.siteUuid}`;
  const config = `/config?config=${world.configUuid}`;
  await shoot("site-en-1440", site, "EN", 1440, "light", "Spared the site’s line");
  await shoot("site-fr-390", site, "FR", 390, "dark", "Épargné à la ligne du site");
  await shoot("form-en-1440", config, "EN", 1440, "light", "Only among themselves", (page) => page.getByRole("button", { name: "Edit" }).click());
  await shoot("config-fr-390", config, "FR", 390, "light", "Seulement entre eux");
  await analytics.insert({ table: "session_minutes", values: rows.filter((r) => r.is_site_closed === 0).map((r) => ({ ...r, session_uuid: randomUUID(), is_site_closed: 0 })), format: "JSONEachRow" });
  await shoot("mixed-en-390", site, "EN", 390, "light", "at most");
  await shoot("mixed-fr-1440", site, "FR", 1440, "dark", "au plus");
  await shoot("empty-en-1440", "/doc/reference/sites", "EN", 1440, "light", "Setting it up");
  await analytics.close();
});
