import type { Language } from "@shoal/contract";
import type { ConsoleMessage, Page } from "playwright-core";
import { beforeAll, expect, inject, test } from "vitest";
import { findBarriers } from "../../harness/people.ts";
import { prepareScreenFixtures, type ScreenFixtures } from "./screen-fixtures.ts";
import { ACCOUNT_ROWS } from "./screen-rows/accounts.ts";
import { INTEGRATION_ROWS } from "./screen-rows/integration.ts";
import { LIVE_ROWS } from "./screen-rows/lives.ts";
import { MEDIA_ROWS } from "./screen-rows/media.ts";
import type { FromScreenFixtures, ScreenRow, ScreenText } from "./screen-rows/row.ts";
import { useAdministrator } from "./tenants.ts";
import { useBrowser } from "./test-browser.ts";

/**
 * All screens. A new screen adds a row to the file of its area in `screen-rows/`. The screens form two parts, which separate files
 * test in parallel.
 */
export const SCREEN_ROWS = {
  accounts: [...ACCOUNT_ROWS, ...INTEGRATION_ROWS],
  media: [...MEDIA_ROWS, ...LIVE_ROWS],
} as const satisfies Record<string, readonly ScreenRow[]>;
const ALL_ROWS: readonly ScreenRow[] = Object.values(SCREEN_ROWS).flat();

/** Returns whether a row is the first one of its screen. The gate tests only these. Other rows have another user, or lack data. */
export const isMain = (row: ScreenRow): boolean =>
  row === ALL_ROWS.find(({ screen }) => screen === row.screen);

/** Returns how titles of tests name a row. */
export const titleOf = ({ screen, note, who }: ScreenRow): string =>
  `${screen}${note ? ` ${note}` : ""}, seen by ${who}`;

/** Returns a URL of the same site that renders nothing. */
export const anyFileOf = ({ apiUrl }: { apiUrl: string }): string => `${apiUrl}/shoal.svg`;

/**
 * Defines tests that open the first row of each screen on the platform of the core tests. Must be called at the top of a file.
 */
export function walkScreens(rows: readonly ScreenRow[]): void {
  const browser = useBrowser({ keptAt: () => anyFileOf(inject("platform")) });
  let fixtures: ScreenFixtures;
  beforeAll(async () => {
    fixtures = await prepareScreenFixtures({ ...inject("platform"), admin: useAdministrator() });
  });
  test.each(rows.filter(isMain).map((row) => [titleOf(row), row] as const))(
    "%s shows its heading and data, has no barriers and does not scroll sideways",
    async (_, row) => {
      await visitScreen(await browser.context.newPage(), row, { fixtures, language: "EN" });
    },
  );
}

/**
 * Opens a screen in a new page and waits for its data. Expects its heading, and no horizontal scrolling, accessibility violations,
 * uncaught errors or console warnings.
 */
export async function visitScreen(
  page: Page,
  row: ScreenRow,
  { fixtures, language }: { fixtures: ScreenFixtures; language: Language },
): Promise<void> {
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("console", (message) => {
    if (isComplaint(message)) errors.push(`${message.type()}: ${message.text()}`);
  });
  const resolveValue = <T extends ScreenText>(value: FromScreenFixtures<T>): T =>
    typeof value === "function" ? value(fixtures) : value;
  const wordsOf = (value: FromScreenFixtures<ScreenText>): string => {
    const words = resolveValue(value);
    return typeof words === "string" ? words : words[language];
  };
  const credential = row.who === "nobody" ? undefined : fixtures.people[row.who].credential;
  await page.addInitScript(rememberSession, { credential, language });
  await page.goto(`${fixtures.apiUrl}/#${resolveValue(row.path)}`);
  await page.getByRole("heading", { level: 1, name: wordsOf(row.heading), exact: true }).waitFor();
  await page.getByText(wordsOf(row.shows)).filter({ visible: true }).first().waitFor();
  await page.waitForFunction(isLoaded);
  expect(await page.locator("h1").allTextContents()).toEqual([wordsOf(row.heading)]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(page.viewportSize()?.width);
  expect(await findBarriers(page)).toEqual([]);
  expect(errors).toEqual([]);
}

/** Matches the line that Chromium logs for a 4xx response, such as 404. Screens handle these responses themselves. */
const REFUSED_MESSAGE = /^Failed to load resource: the server responded with a status of 4\d\d /;

/** A message that is logged only because tests block service workers. */
const BLOCKED_MESSAGE = "Service Worker registration blocked by Playwright";

const isComplaint = (message: ConsoleMessage): boolean =>
  ["warning", "error"].includes(message.type()) &&
  !REFUSED_MESSAGE.test(message.text()) &&
  message.text() !== BLOCKED_MESSAGE;

/** Stores the user's session. The function runs in the page before the dashboard's scripts, but not in the page's frames. */
function rememberSession({
  credential,
  language,
}: {
  credential: string | undefined;
  language: string;
}): void {
  if (window !== window.top) return;
  localStorage.clear();
  localStorage.setItem("shoal.language", language);
  if (credential) localStorage.setItem("shoal.credential", credential);
}

/** Returns whether the page shows no skeletons. Spinners next to text are allowed. Runs in the page. */
const isLoaded = (): boolean =>
  document.querySelector(
    ".mantine-Skeleton-root, .mantine-Loader-root:not([aria-hidden]), [aria-busy=true]",
  ) === null;
