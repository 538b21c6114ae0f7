import type { Locator } from "playwright-core";

/**
 * Changes a switch, a box or a dot by its key. What is drawn is another element than the one that is it, so that a click
 * would need to be forced; and that falls where it was a moment ago, beside it when something above has just arrived.
 * @example await toggle(section.getByRole("switch", { name: "Download" }));
 */
export const toggle = (control: Locator): Promise<void> =>
  control.and(control.page().locator(":enabled")).press("Space");
