import { globSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join, relative } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { REPOSITORY_ROOT } from "../../apps/start/src/settings.ts";
import { readTextAreas, writeAreas } from "./text-areas.ts";

const SOURCES_FOLDER = join(REPOSITORY_ROOT, "apps/dashboard/src");
const SOURCE_FILES = globSync(join(SOURCES_FOLDER, "**/*.{ts,tsx}")).filter(
  (file) => !/\.test\.ts$|\/i18n\/|\/docs\/pages\//.test(file),
);
/** Reads a source file without its comments, which contain examples. */
const readCode = (file: string) => readFileSync(file, "utf8").replaceAll(/^ *(?:\/\*\*|\*|\/\/).*$/gm, "");

type TextAreas = Awaited<ReturnType<typeof readTextAreas>>;
let dashboardAreas: TextAreas;
/** The areas that contain the first part of each key. */
const areasByRoot = new Map<string, string[]>();
beforeAll(async () => {
  dashboardAreas = await readTextAreas(SOURCES_FOLDER);
  for (const file of globSync(join(SOURCES_FOLDER, "i18n/en/*.ts"))) {
    const { texts } = (await import(file)) as { texts: object };
    for (const root of Object.keys(texts))
      areasByRoot.set(root, [...(areasByRoot.get(root) ?? []), basename(file, ".ts")]);
  }
});

test("the entry of every page needs only the texts that every page loads", () => {
  expect(dashboardAreas.areasOf(join(SOURCES_FOLDER, "main.tsx"))).toEqual([]);
});

test("the camera embedded in another page loads the texts of its password field", () => {
  expect(dashboardAreas.areasOf(join(SOURCES_FOLDER, "features/lives/capture/capture-page.tsx"))).toContain(
    "auth",
  );
});

test("every key used by a part of a page or by its imports is loaded together with that part", () => {
  const faults: string[] = [];
  let keys = 0;
  for (const from of SOURCE_FILES)
    for (const { file, areas } of dashboardAreas.lazyOf(from)) {
      const there = new Set(["shell", ...areas, ...dashboardAreas.areasOf(from)]);
      for (const module of dashboardAreas.withImports([file]))
        for (const [, key = ""] of readCode(module).matchAll(/\bt\(\s*["`]([a-zA-Z]+\.[\w.]+)/g)) {
          const owners = areasByRoot.get(key.slice(0, key.indexOf("."))) ?? [];
          // A general message is shown for a server error without its own message.
          if (key.startsWith("errors.")) continue;
          keys += 1;
          if (!owners.some((area) => there.has(area)))
            faults.push(`${relative(SOURCES_FOLDER, file)}: ${key} of ${relative(SOURCES_FOLDER, module)}`);
        }
    }
  expect(keys).toBeGreaterThan(1_000);
  expect(faults).toEqual([]);
});

test("the build can resolve every text key and dynamic import, since none starts with an expression", () => {
  const hidden = SOURCE_FILES.flatMap((file) => {
    const found =
      readCode(file).match(/\bt\(\s*`\$\{|\bimport\((?!["])|\bimport\("\.[^"]*(?<!\.tsx?|\?raw)"\)/g) ?? [];
    return found.map((text) => `${relative(SOURCES_FOLDER, file)}: ${text}`);
  });
  expect(hidden).toEqual([]);
});

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "shoal-text-areas-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test("a dynamic import loads the text areas that its modules need and that are not loaded yet", async () => {
  const files = {
    "i18n/en/shell.ts": 'export const texts = { nav: { menu: "Menu" }, errors: { full: "Full" } };',
    "i18n/en/auth.ts": 'export const texts = { auth: { show: "Show" }, errors: { gone: "Gone" } };',
    "i18n/en/map.ts": 'export const texts = { map: { pins_one: "Pin", pins_other: "Pins", title: "Map" } };',
    "i18n/en/trash.ts": 'export const texts = { trash: { title: "Trash" } };',
    "i18n/en/live.ts": 'export const texts = { live: { state: { on: "On" } } };',
    "page.tsx":
      'import { field } from "./field.tsx";\n// "trash.title"\nconst open = () => import("./map.tsx");\nconst menu = () => import("./menu.ts");',
    "field.tsx": 'export const field = (t: (key: string) => string) => <b>{t("auth.show")}</b>;',
    "menu.ts": 'export const menu = t("nav.menu") + t(`errors.$' + "{code}`);",
    "map.tsx":
      'import type { x } from "./trash.ts";\nimport { field } from "./field.tsx";\nexport const map = t("map.pins", { count: 2 }) + t(`live.state.$' +
      "{state}`);",
    "trash.ts": 'export const x = t("trash.title");',
  };
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  const { areasOf, lazyOf } = await readTextAreas(folder);
  const page = join(folder, "page.tsx");
  expect(areasOf(join(folder, "map.tsx"))).toEqual(["auth", "live", "map"]);
  expect(writeAreas(files["page.tsx"], lazyOf(page))).toContain(
    'open = () => withTexts(import("./map.tsx"), "live", "map");\nconst menu = () => import("./menu.ts");',
  );
});
