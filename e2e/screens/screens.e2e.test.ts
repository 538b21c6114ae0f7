import { expect, test } from "vitest";
import { DASHBOARD_SCREENS } from "../support/dashboard-screens.ts";
import { isMain, SCREENS, walkScreens } from "../support/screen-walk.ts";

// Screens of media are in screens-media.e2e.test.ts. Each screen once; the long run has all their rows.
walkScreens(SCREENS.accounts);

test("every screen that exists is looked at", () => {
  expect(DASHBOARD_SCREENS.length).toBeGreaterThan(0);
  const walked = Object.values(SCREENS).flat().filter(isMain);
  expect(walked.map(({ screen }) => screen).toSorted()).toEqual(DASHBOARD_SCREENS.toSorted());
});
