import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";

/** The maximum number of key presses. No screen has as many tab stops. */
const MAX_TABS = 80;

/** Presses Tab until an element has the focus. The focus must be visible on every element on the way. */
export async function tabTo(page: Page, wanted: Locator, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
  await wanted.waitFor();
  for (let tabs = 0; tabs < MAX_TABS; tabs += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
    expect(await page.evaluate(findUnseenFocus)).toBeUndefined();
  }
  throw new Error(`Nothing leads to ${wanted} by the keyboard`);
}

/** Returns the HTML of the focused element if its focus is not visible, and otherwise undefined. Runs in the page. */
function findUnseenFocus(): string | undefined {
  const focused = document.activeElement;
  // Embedded pages show their own focus.
  if (!focused || focused === document.body || focused instanceof HTMLIFrameElement) return undefined;
  // Mantine shows the focus of a field by its border, and the focus of a visually hidden checkbox on the element drawn for it.
  const drawn = [focused, focused.nextElementSibling, focused.parentElement].filter((each) => each !== null);
  const isSeen = drawn.some((each) => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(each);
    return (outlineStyle !== "none" && outlineWidth !== "0px") || boxShadow !== "none";
  });
  return isSeen || focused.matches("input, textarea, select") ? undefined : focused.outerHTML.slice(0, 200);
}
