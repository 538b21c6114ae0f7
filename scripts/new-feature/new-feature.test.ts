import { cp, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { REPOSITORY_ROOT } from "../../apps/start/src/settings.ts";
import { createModule } from "../new-module/new-module.ts";
import { createFeature } from "./new-feature.ts";

/** The files that the generators of modules and features read or change. The test works on copies of them. */
const TOUCHED_FILES = [
  "apps/api/src/modules",
  "apps/api/src/modules.ts",
  "apps/api/src/platform/migrations",
  "apps/api/src/testing/module-fixtures.ts",
  "apps/dashboard/src/composition",
  "apps/dashboard/src/features",
  "apps/dashboard/src/features.ts",
  "apps/dashboard/src/i18n",
  "e2e/support/screen-rows",
  "packages/contract/src/index.ts",
  "packages/contract/src/routes",
  "packages/contract/src/routes.ts",
];

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "shoal-new-feature-"));
  await Promise.all(
    TOUCHED_FILES.map((place) => cp(join(REPOSITORY_ROOT, place), join(root, place), { recursive: true })),
  );
  await createModule(root, "probe-words", "media");
});
afterEach(() => rm(root, { recursive: true, force: true }));

const readFileOf = (path: string) => readFile(join(root, path), "utf8");

test("a new screen creates or changes at most 10 files", async () => {
  const files = await createFeature(root, "probe-words");
  expect(files.length).toBeLessThanOrEqual(10);
  expect(new Set(files).size).toBe(files.length);
});

test("a new screen is added to all lists with the forms of its name", async () => {
  const files = await createFeature(root, "probe-words");
  for (const path of files) expect(await readFileOf(path)).not.toMatch(/__\w+__/);
  expect(await readFileOf("apps/dashboard/src/features.ts")).toContain("  probeWordsFeature,\n];");
  expect(await readFileOf("apps/dashboard/src/i18n/texts.ts")).toContain(
    "  probeWords: typeof probeWords;\n}",
  );
  for (const language of ["en", "fr"])
    expect(await readFileOf(`apps/dashboard/src/i18n/${language}/shell.ts`)).toContain(
      '    probeWords: "Probe words",\n',
    );
  expect(await readFileOf("e2e/support/screen-rows/media.ts")).toContain(
    'createRow("probeWords", "editor", "/probe-words"',
  );
});

test("the navigation entry of a new screen follows the last entry of its place", async () => {
  await createModule(root, "probe-letters", "media");
  await createFeature(root, "probe-words");
  await createFeature(root, "probe-letters");
  const orderOf = async (slug: string) =>
    Number(/order: (\d+)/.exec(await readFileOf(`apps/dashboard/src/features/${slug}/feature.ts`))?.[1]);
  expect(await orderOf("probe-letters")).toBe((await orderOf("probe-words")) + 10);
});

test.each([
  ["Notes", '"Notes" is no name for a module'],
  ["../notes", '"../notes" is no name for a module'],
  ["outros", 'There is a feature "outros" already'],
  ["other-words", 'There is no module "other-words": make it first, with npm run new:module -- other-words'],
])("the name %s is rejected with a message", async (slug, sentence) => {
  await expect(createFeature(root, slug)).rejects.toThrow(sentence);
});
