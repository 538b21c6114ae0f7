import { type Locator, userEvent } from "vitest/browser";

/** The maximum number of times that Tab is pressed, more than the tab stops of any form. */
const MAX_TAB_PRESSES = 60;

/** Presses Tab until an element has the focus. */
export async function tabTo(wanted: Locator): Promise<void> {
  const element = await wanted.findElement();
  for (let tabs = 0; tabs < MAX_TAB_PRESSES; tabs += 1) {
    if (document.activeElement === element) return;
    await userEvent.keyboard("{Tab}");
  }
  throw new Error(`Nothing leads by Tab to ${element.outerHTML.slice(0, 200)}`);
}
