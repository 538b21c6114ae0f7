import { type Locator, userEvent } from "vitest/browser";

/** Maximum number of presses: more than the tab stops of any form. */
const TABS_MAX = 60;

/** Presses Tab until an element has the focus. */
export async function tabTo(wanted: Locator): Promise<void> {
  const element = await wanted.findElement();
  for (let tabs = 0; tabs < TABS_MAX; tabs += 1) {
    if (document.activeElement === element) return;
    await userEvent.keyboard("{Tab}");
  }
  throw new Error(`Nothing leads by Tab to ${element.outerHTML.slice(0, 200)}`);
}
