import { expect, test } from "vitest";
import { DASHBOARD_SCREENS } from "../support/dashboard-screens.ts";
import { MAIN_SCREENS, walkScreens } from "../support/screen-walk.ts";

// Screens of media are in screens-media.e2e.test.ts. Each screen once; screens.long.test.ts has all their rows.
walkScreens(MAIN_SCREENS.accounts);

test("every screen that exists is looked at", () => {
  expect(DASHBOARD_SCREENS.length).toBeGreaterThan(0);
  const walked = Object.values(MAIN_SCREENS).flat();
  expect(walked.map(({ screen }) => screen).toSorted()).toEqual(DASHBOARD_SCREENS.toSorted());
});
