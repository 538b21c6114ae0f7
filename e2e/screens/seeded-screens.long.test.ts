import { CHROMIUM, CHROMIUM_SHELL } from "@shoal/testkit";
import { type Browser, chromium } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listDemoPaths } from "../support/seeded/demo-places.ts";
import { DEMO_ACCOUNTS, signInDemo } from "../support/seeded/demo-session.ts";
import { seedInstallation } from "../support/seeded/seeded-installation.ts";
import { shiftDate } from "../support/seeded/shift-date.ts";
import { visitAll } from "../support/seeded/visit-all.ts";

/** The time limit for a thousand screens of about half a second each, after a seed of two minutes. */
const TEST_TIMEOUT_MS = 45 * 60_000;
/** The number of cores of the smallest machine that runs the tests. */
const CONCURRENCY = 2;

const now = new Date();
const atHour = (daysAhead: number, hour: number, minute: number) =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + daysAhead, hour, minute));
/** The installation's clock is ahead of the machine's. If it were behind, ClickHouse would delete the data as expired. */
const CLOCK_CASES = {
  "just after midnight": atHour(1, 0, 5),
  "when the sums of the day before are made": atHour(1, 3, 5),
  "at midday": atHour(1, 12, 0),
  "on the first of a month": new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1, 0, 20)),
};

let browser: Browser;
beforeAll(async () => {
  browser = await chromium.launch({ ...CHROMIUM, executablePath: CHROMIUM_SHELL });
});
afterAll(() => browser?.close());

test.each(Object.entries(CLOCK_CASES))(
  "a fresh installation that was seeded %s has every screen of every demo account without an error",
  async (_, at) => {
    const installation = await seedInstallation(at);
    const putBack = shiftDate(installation.aheadMs);
    let isWell = false;
    try {
      await installation.awaitSums();
      expect(await visitScreens(installation), `its logs are in ${installation.logsFolder}`).toEqual([]);
      isWell = true;
    } finally {
      putBack();
      await installation.close(isWell);
    }
  },
  TEST_TIMEOUT_MS,
);

/** Visits the screens of all accounts, several accounts at a time. @returns the errors. */
async function visitScreens(installation: { apiUrl: string; aheadMs: number }): Promise<string[]> {
  const faults: string[] = [];
  const left = [...DEMO_ACCOUNTS];
  const visitNext = async () => {
    for (let next = left.shift(); next; next = left.shift())
      faults.push(...(await checkScreensAs(next, installation)));
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, visitNext));
  return faults;
}

async function checkScreensAs(
  { username, language }: (typeof DEMO_ACCOUNTS)[number],
  { apiUrl, aheadMs }: { apiUrl: string; aheadMs: number },
): Promise<string[]> {
  const session = await signInDemo(apiUrl, username);
  const addresses = await listDemoPaths(session, Date.now());
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: language === "FR" ? "fr-FR" : "en-GB",
    timezoneId: "UTC",
    reducedMotion: "reduce",
  });
  try {
    const { credential } = session;
    const faults = await visitAll(context, { apiUrl, aheadMs, credential, language }, addresses);
    return faults.map((fault) => `${username} at ${fault}`);
  } finally {
    await context.close();
  }
}
