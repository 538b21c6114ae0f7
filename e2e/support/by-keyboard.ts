import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";

/** More than there are places for the keyboard on a screen before what is wanted. */
const TABS_MAX = 80;

/** Goes on by Tab until something has the keyboard; wherever it stands on its way, one sees it. */
export async function tabTo(page: Page, wanted: Locator, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
  await wanted.waitFor();
  for (let tabs = 0; tabs < TABS_MAX; tabs += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
    expect(await page.evaluate(findUnseenFocus)).toBeUndefined();
  }
  throw new Error(`Nothing leads to ${wanted} by the keyboard`);
}

/** What has the keyboard and does not show it, as HTML; undefined where it shows. Runs in the page. */
function findUnseenFocus(): string | undefined {
  const focused = document.activeElement;
  // Frames of others show their own.
  if (!focused || focused === document.body || focused instanceof HTMLIFrameElement) return undefined;
  // A field of Mantine shows it by its border, a hidden box by what is drawn for it.
  const drawn = [focused, focused.nextElementSibling, focused.parentElement].filter((each) => each !== null);
  const isSeen = drawn.some((each) => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(each);
    return (outlineStyle !== "none" && outlineWidth !== "0px") || boxShadow !== "none";
  });
  return isSeen || focused.matches("input, textarea, select") ? undefined : focused.outerHTML.slice(0, 200);
}
