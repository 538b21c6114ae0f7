import { expect, test } from "vitest";
import { DASHBOARD_SCREENS } from "../support/dashboard-screens.ts";
import { isMain, SCREEN_ROWS, walkScreens } from "../support/screen-walk.ts";

// Opens each screen once, except the screens of media, which are in screens-media.e2e.test.ts. The long run covers every row of a
// screen.
walkScreens(SCREEN_ROWS.accounts);

test("every screen of the dashboard has a main row", () => {
  expect(DASHBOARD_SCREENS.length).toBeGreaterThan(0);
  const walked = Object.values(SCREEN_ROWS).flat().filter(isMain);
  expect(walked.map(({ screen }) => screen).toSorted()).toEqual(DASHBOARD_SCREENS.toSorted());
});
