import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { constants, setPriority, tmpdir } from "node:os";
import { join } from "node:path";
import { startClickHouse } from "@shoal/engines";
import type { Page } from "playwright-core";
import { prepareAnalytics } from "../../apps/api/src/platform/analytics-tables.ts";
import { openAnalytics } from "../../apps/api/src/platform/clickhouse.ts";
import { startTestApi, type TestApi, type TestUser } from "../../apps/api/src/test-api.ts";
import { REPOSITORY_ROOT } from "../../apps/start/src/settings.ts";
import { launchBrowser } from "../../harness/browser.ts";
import { openAs } from "../../harness/people.ts";
import type { Figure } from "../bench.ts";
import { inpOf, readInteractions, watchInteractions } from "../interactions.ts";
import { closeAllHours } from "./close-hours.ts";
import { fillSessionMinutes } from "./session-minutes.ts";

const DASHBOARD_FOLDER = join(REPOSITORY_ROOT, "apps/dashboard/dist");
const PERIOD_DAYS = 90;
const SESSION_MINUTES = 1_000_000;
const ROUND_COUNT = 2;
const TARGET_INP_MS = 100;
/** The interval of polling. Polling on each frame would itself cause frames, for which the next click would wait. */
const POLL_INTERVAL_MS = 100;

/** Measures how soon the analytics page responds to clicks on charts, breakdowns and tables while it shows 90 days. */
export async function measureAnalyticsPage(): Promise<Figure[]> {
  if (!existsSync(join(DASHBOARD_FOLDER, "index.html")))
    throw new Error("Build the dashboard first: npm run bench does");
  const folder = await mkdtemp(join(tmpdir(), "shoal-bench-"));
  const clickhouse = await startClickHouse({ dataDir: join(folder, "clickhouse") });
  // In production, the browser does not share its processor with ClickHouse, as it does in this bench.
  setPriority(clickhouse.pid, constants.priority.PRIORITY_LOW);
  const api = await startTestApi({ DASHBOARD_DIR: DASHBOARD_FOLDER, CLICKHOUSE_URL: clickhouse.url });
  const browser = await launchBrowser();
  try {
    const user = await fillAnalytics(api, clickhouse.url);
    const path = "/analytics?range=quarter";
    const page = await openAs(browser.context, { apiUrl: api.url, ...user }, { person: user, path });
    await page.locator("canvas").first().waitFor();
    return [figureOf(await clickThroughPage(page))];
  } finally {
    await browser.close();
    await api.close();
    await clickhouse.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function fillAnalytics(api: TestApi, url: string): Promise<TestUser> {
  const analytics = openAnalytics(url);
  const user = await api.addUser(["manager"]);
  const nowMs = Date.now();
  await prepareAnalytics(analytics);
  await fillSessionMinutes(analytics, {
    clientUuid: user.clientUuid,
    minutes: SESSION_MINUTES,
    days: PERIOD_DAYS,
    nowMs,
  });
  await closeAllHours({ analytics, db: api.database.db });
  await analytics.close();
  return user;
}

/** Clicks through the page. Each click waits until the data requested by the previous click has arrived. */
async function clickThroughPage(page: Page): Promise<{ clicks: number; tookMs: number[] }> {
  let clicks = 0;
  const click = async (name: string, index: number) => {
    await page.getByRole("navigation", { name }).getByRole("link").nth(index).click();
    clicks += 1;
    await page.waitForFunction(() => !document.querySelector("main [aria-busy=true]"), undefined, {
      polling: POLL_INTERVAL_MS,
    });
  };
  const countOf = (name: string) => page.getByRole("navigation", { name }).getByRole("link").count();
  await watchInteractions(page);
  for (let round = 0; round < ROUND_COUNT; round += 1)
    for (const name of ["Figure of the chart", "Break down by"]) {
      const choices = await countOf(name);
      for (let index = choices - 1; index >= 0; index -= 1) await click(name, index);
    }
  return { clicks, tookMs: await readInteractions(page) };
}

function figureOf({ clicks, tookMs }: { clicks: number; tookMs: number[] }): Figure {
  const descending = tookMs.toSorted((a, b) => b - a);
  const inpMs = inpOf(tookMs, clicks);
  return {
    name: "analytics page, interaction to next paint, 90 days",
    value: `${inpMs} ms`,
    reach: `≤ ${TARGET_INP_MS} ms`,
    isReached: inpMs > 0 && inpMs <= TARGET_INP_MS,
    detail: `${clicks} clicks on charts and break-downs; of 16 ms and more: ${tookMs.length}, the slowest ${descending.slice(0, 5).join(", ")} ms`,
  };
}
