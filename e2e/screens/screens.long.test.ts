import { afterAll, beforeAll, expect, test } from "vitest";
import { openAccount } from "../../harness/account.ts";
import { startTestPlatform, type TestPlatform } from "../../harness/platform.ts";
import type { ScreenRow } from "../support/screen-rows/row.ts";
import { anyFileOf, OTHER_ROWS, SCREENS, titleOf, visit } from "../support/screen-walk.ts";
import { prepareWorld, type World } from "../support/screen-world.ts";
import { useBrowser } from "../support/test-browser.ts";

const TELEPHONE = { width: 390, height: 844 };
let platform: TestPlatform;
let world: World;

beforeAll(async () => {
  platform = await startTestPlatform();
  const { databaseUrl, installation } = platform;
  world = await prepareWorld({ ...installation, databaseUrl, admin: await openAccount(platform) });
});
afterAll(() => platform?.close());
// Evaluated once the platform runs.
const browser = useBrowser({ keptAt: () => anyFileOf(platform.installation) });

const withTitle = (row: ScreenRow) => [titleOf(row), row] as const;
const rows = SCREENS.map(withTitle);

// The gate has the first row of each screen.
test.each(OTHER_ROWS.map(withTitle))("%s, has no faults", async (_, row) => {
  await visit(await browser.context.newPage(), row, { world, language: "EN" });
});

test.each(rows)("%s, has no faults in French", async (_, row) => {
  await visit(await browser.context.newPage(), row, { world, language: "FR" });
});

test.each(
  (["EN", "FR"] as const).flatMap((language) => rows.map(([title, row]) => [title, language, row] as const)),
)("%s, fits a phone in %s", async (_, language, row) => {
  const page = await browser.context.newPage();
  await page.setViewportSize(TELEPHONE);
  await visit(page, row, { world, language });
});

test.each(rows)("%s, has no faults in the dark", async (_, row) => {
  const page = await browser.context.newPage();
  // The dashboard follows the system's setting until its user chooses one.
  await page.emulateMedia({ colorScheme: "dark" });
  await visit(page, row, { world, language: "EN" });
  expect(await page.locator("html").getAttribute("data-mantine-color-scheme")).toBe("dark");
});
