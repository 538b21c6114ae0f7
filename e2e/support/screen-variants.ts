import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Language } from "@shoal/contract";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openAccount } from "../../harness/account.ts";
import { HANG_TIMEOUT_MS } from "../../harness/limits.ts";
import { startTestPlatform, type TestPlatform } from "../../harness/platform.ts";
import { prepareScreenFixtures, type ScreenFixtures } from "./screen-fixtures.ts";
import type { ScreenRow } from "./screen-rows/row.ts";
import { anyFileOf, isMain, titleOf, visitScreen } from "./screen-walk.ts";
import { useBrowser } from "./test-browser.ts";

/** A combination of viewport, language and theme in which every screen is tested. */
interface ScreenVariant {
  language: Language;
  viewport: { width: number; height: number };
  scheme: "light" | "dark";
  /** Whether the gate of every change runs this variant. It then opens only the first row of each screen. */
  isInGate?: boolean;
}

const DESKTOP_VIEWPORT = { width: 1_440, height: 900 };
const PHONE_VIEWPORT = { width: 390, height: 844 };

/** The variants by name. No name contains another, so `-t` can select a single one. Each takes at most ten minutes on a busy machine. */
const SCREEN_VARIANTS: Record<string, ScreenVariant> = {
  "at 1440 px in English": { language: "EN", viewport: DESKTOP_VIEWPORT, scheme: "light", isInGate: true },
  "at 1440 px in French": { language: "FR", viewport: DESKTOP_VIEWPORT, scheme: "light" },
  "at 1440 px in the dark": { language: "EN", viewport: DESKTOP_VIEWPORT, scheme: "dark" },
  "at 390 px in English": { language: "EN", viewport: PHONE_VIEWPORT, scheme: "light" },
  "at 390 px in French": { language: "FR", viewport: PHONE_VIEWPORT, scheme: "light" },
  "at 390 px in the dark": { language: "EN", viewport: PHONE_VIEWPORT, scheme: "dark" },
};

/** The time limit of a screen. It applies separately to the screen's heading, to its data, and to the end of loading. */
const SCREEN_TIMEOUT_MS = 3 * HANG_TIMEOUT_MS;

/** The folder for a screenshot of each screen. By default, no screenshots are kept. */
const SCREENSHOTS_FOLDER = process.env.SCREEN_PICTURES;

/** Defines tests that open each of these screens in every variant, on a separate platform. Must be called at the top of a file. */
export function walkScreenVariants(rows: readonly ScreenRow[]): void {
  let platform: TestPlatform;
  let fixtures: ScreenFixtures;
  beforeAll(async () => {
    platform = await startTestPlatform();
    const { databaseUrl, installation } = platform;
    fixtures = await prepareScreenFixtures({
      ...installation,
      databaseUrl,
      admin: await openAccount(platform),
    });
  });
  afterAll(() => platform?.close());
  // `keptAt` can be evaluated only once the platform runs.
  const browser = useBrowser({ keptAt: () => anyFileOf(platform.installation) });

  describe.each(Object.entries(SCREEN_VARIANTS))("%s", (name, { language, viewport, scheme, isInGate }) => {
    const walked = rows.filter((row) => !isInGate || !isMain(row));
    test.each(walked.map((row) => [titleOf(row), row] as const))(
      "%s has no faults",
      async (title, row) => {
        const page = await browser.context.newPage();
        await page.setViewportSize(viewport);
        // The dashboard follows the system's theme until the user chooses one.
        await page.emulateMedia({ colorScheme: scheme });
        await visitScreen(page, row, { fixtures, language });
        expect(await page.locator("html").getAttribute("data-mantine-color-scheme")).toBe(scheme);
        if (SCREENSHOTS_FOLDER) await saveScreenshot(page, join(SCREENSHOTS_FOLDER, name), title);
      },
      SCREEN_TIMEOUT_MS,
    );
  });
}

async function saveScreenshot(page: Page, folder: string, title: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await page.screenshot({
    path: join(folder, `${title.replaceAll(/[^a-zA-Z0-9]+/g, "-")}.png`),
    fullPage: true,
  });
}
