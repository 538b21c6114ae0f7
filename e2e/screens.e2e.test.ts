import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, expect, inject, test } from "vitest";
import { ROOT } from "../scripts/start/settings.ts";
import { lookAt, SCREENS, titleOf } from "./support/screen-walk.ts";
import { prepareWorld, type World } from "./support/screen-world.ts";
import { useAdministrator } from "./support/tenants.ts";
import { useBrowser } from "./support/test-browser.ts";

const browser = useBrowser();
let world: World;
beforeAll(async () => {
  world = await prepareWorld({ ...inject("platform"), admin: useAdministrator() });
});

test.each(SCREENS.map((row) => [titleOf(row), row] as const))(
  "%s, shows what it is about, has no barriers and nothing to scroll sideways",
  async (_, row) => {
    await lookAt(await browser.context.newPage(), row, { world, language: "EN" });
  },
);

test("every screen that exists is looked at", async () => {
  // Read, not imported: what it imports is for browsers, such as JSX and style sheets, which Node does not load.
  const source = await readFile(join(ROOT, "apps/dashboard/src/routes/screens.ts"), "utf8");
  const [, table = ""] = /^export const screens[^=]*= \{\n(.*?)^\};/ms.exec(source) ?? [];
  const names = [...table.matchAll(/^ {2}(\w+):/gm)].map(([, name]) => name);
  expect(names.length).toBeGreaterThan(0);
  expect([...new Set(SCREENS.map(({ screen }) => screen))].sort()).toEqual(names.sort());
});
