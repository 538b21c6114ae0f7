import type { BrowserContext, Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { addTenant } from "../support/tenants.ts";
import { useBrowser } from "../support/test-browser.ts";

const browser = useBrowser();
const STYLE_SHEETS = "**/assets/*.css";

declare global {
  interface Window {
    /** The frames in which elements of the page were rendered without their styles. */
    unstyledFrames: number;
  }
}

/** Inspects every frame from the first one on. The function runs in the page. */
function watchFrames(): void {
  window.unstyledFrames = 0;
  const check = () => {
    const isShown = document.getElementById("root")?.firstElementChild;
    // Only Mantine's style sheet sets the page's font, so the font shows that it has been applied.
    const isStyled = () => getComputedStyle(document.body).fontFamily.startsWith("Inter");
    if (isShown && !isStyled()) window.unstyledFrames += 1;
    requestAnimationFrame(check);
  };
  requestAnimationFrame(check);
}

/** Opens a page whose style sheets are held back until the caller releases them. */
async function openHeld(context: BrowserContext): Promise<{ page: Page; letGo: () => void }> {
  const page = await context.newPage();
  const held = Promise.withResolvers<void>();
  await page.route(STYLE_SHEETS, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.addInitScript(watchFrames);
  return { page, letGo: held.resolve };
}

const isPainted = () => performance.getEntriesByName("first-contentful-paint").length > 0;
/** Returns whether the script has run as far as it can without style sheets. Its last request is the one for its texts. */
const hasTexts = () =>
  performance.getEntriesByType("resource").some(({ name }) => /\/texts-[^/]*\.js$/.test(name));
const startPage = () => `${inject("platform").apiUrl}/`;

test("the page's frame is painted while its style sheets load, and nothing unstyled is shown", async () => {
  const { user } = await addTenant(["editor"]);
  await browser.context.addInitScript(
    (credential) => localStorage.setItem("shoal.credential", credential),
    user.credential,
  );
  const { page, letGo } = await openHeld(browser.context);
  await page.goto(`${startPage()}#/videos`, { waitUntil: "commit" });
  await page.waitForFunction(isPainted);
  await page.waitForFunction(hasTexts);
  await page.locator(".start-logo svg").waitFor();
  expect(await page.locator("#root > *").count()).toBe(0);
  letGo();
  await page.getByRole("heading", { name: "Videos", level: 1 }).waitFor();
  expect(await page.locator("#start").isVisible()).toBe(false);
  expect(await page.evaluate(() => window.unstyledFrames)).toBe(0);
});

test("a signed-out user sees the frame first, and the sign-in form only with its styles", async () => {
  const { page, letGo } = await openHeld(browser.context);
  await page.goto(`${startPage()}#/auth`, { waitUntil: "commit" });
  await page.locator("#start .start-bone").first().waitFor();
  await page.waitForFunction(hasTexts);
  expect(await page.locator("#root > *").count()).toBe(0);
  letGo();
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  expect(await page.evaluate(() => window.unstyledFrames)).toBe(0);
});

test("style sheets that fail to load are reported in the user's language, and a retry shows the page", async () => {
  const page = await browser.context.newPage();
  await page.addInitScript(() => localStorage.setItem("shoal.language", "FR"));
  await page.addInitScript(watchFrames);
  await page.route(STYLE_SHEETS, (route) => route.abort());
  await page.goto(`${startPage()}#/auth`, { waitUntil: "commit" });
  await page.getByText("La page n’a pas pu être chargée.").waitFor();
  expect(await page.locator("#root > *").count()).toBe(0);
  expect(await page.evaluate(() => window.unstyledFrames)).toBe(0);
  await page.unroute(STYLE_SHEETS);
  await page.getByRole("button", { name: "Réessayer" }).click();
  await page
    .getByRole("heading", { level: 1 })
    .or(page.getByRole("heading", { level: 2 }))
    .first()
    .waitFor();
  await page.locator("[name=username]").waitFor();
});
