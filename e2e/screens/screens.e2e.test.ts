import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../../apps/start/src/settings.ts";
import { MAIN_SCREENS, walkScreens } from "../support/screen-walk.ts";

// Those of media: screens-media.e2e.test.ts. Each screen once; screens.long.test.ts has all their rows.
walkScreens(MAIN_SCREENS.accounts);

test("every screen that exists is looked at", async () => {
  // Read, not imported: what it imports is for browsers, such as JSX and style sheets, which Node does not load.
  const source = await readFile(join(ROOT, "apps/dashboard/src/routes/screens.ts"), "utf8");
  const [, table = ""] = /^export const screens[^=]*= \{\n(.*?)^\};/ms.exec(source) ?? [];
  const names = [...table.matchAll(/^ {2}(\w+):/gm)].map(([, name]) => name);
  expect(names.length).toBeGreaterThan(0);
  const walked = Object.values(MAIN_SCREENS).flat();
  expect(walked.map(({ screen }) => screen).sort()).toEqual(names.sort());
});
