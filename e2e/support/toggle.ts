import type { Locator } from "playwright-core";

/**
 * Toggles a switch, a checkbox or a radio button by keyboard. The visible element is not the input itself, so a click would have to
 * be forced. It would miss if the layout above the element had just shifted.
 * @example await toggleControl(section.getByRole("switch", { name: "Download" }));
 */
export const toggleControl = (control: Locator): Promise<void> =>
  control.and(control.page().locator(":enabled")).press("Space");
