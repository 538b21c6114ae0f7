import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { REPOSITORY_ROOT } from "../../apps/start/src/settings.ts";
import { namesOf } from "./names.ts";
import { createModule } from "./new-module.ts";

/** The files that the generator reads or changes. */
const TOUCHED_FILES = [
  "apps/api/src/modules",
  "apps/api/src/modules.ts",
  "apps/api/src/platform/migrations",
  "apps/api/src/testing/module-fixtures.ts",
  "apps/dashboard/src/i18n/en/logs.ts",
  "apps/dashboard/src/i18n/fr/logs.ts",
  "packages/contract/src/index.ts",
  "packages/contract/src/routes",
  "packages/contract/src/routes.ts",
];

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "shoal-new-module-"));
  await Promise.all(
    TOUCHED_FILES.map((place) => cp(join(REPOSITORY_ROOT, place), join(root, place), { recursive: true })),
  );
});
afterEach(() => rm(root, { recursive: true, force: true }));

const readFileOf = (path: string) => readFile(join(root, path), "utf8");

test("a new module creates or changes at most 15 files, including the OpenAPI document", async () => {
  const files = await createModule(root, "probe-words", "media");
  expect(files.length + 1).toBeLessThanOrEqual(15);
  expect(new Set(files).size).toBe(files.length);
});

test("a new module is added to all lists with the forms of its name", async () => {
  const files = await createModule(root, "probe-words", "delivery");
  for (const path of files) expect(await readFileOf(path)).not.toMatch(/__\w+__/);
  expect(await readFileOf("apps/api/src/modules/delivery/probe-words/probe-words.table.ts")).toContain(
    "CREATE TABLE probe_words (",
  );
  expect(await readFileOf("apps/api/src/modules.ts")).toContain("  probeWordsModule,\n];");
  expect(await readFileOf("packages/contract/src/routes.ts")).toContain("  ...probeWordRoutes,\n");
  expect(await readFileOf("packages/contract/src/index.ts")).toContain(
    'export * from "./routes/probe-words.ts";',
  );
  expect(await readFileOf("apps/api/src/testing/module-fixtures.ts")).toContain("probeWordFixtures,");
  for (const language of ["en", "fr"])
    expect(await readFileOf(`apps/dashboard/src/i18n/${language}/logs.ts`)).toContain("      addProbeWord: ");
});

test("every call of a new module declares whether API keys may make it", async () => {
  await createModule(root, "probe-words", "media");
  const calls = await readFileOf("packages/contract/src/routes/probe-words.ts");
  const countOf = (text: string) => calls.split(text).length - 1;
  expect(countOf("scope: ")).toBe(countOf("defineRoute({"));
});

test("the migrations of new modules have consecutive numbers", async () => {
  await createModule(root, "probe-words", "media");
  await createModule(root, "probe-letters", "media");
  const numberOf = async (slug: string) =>
    Number(/"(\d{3})-/.exec(await readFileOf(`apps/api/src/modules/media/${slug}/index.ts`))?.[1]);
  expect(await numberOf("probe-letters")).toBe((await numberOf("probe-words")) + 1);
});

test("a new module's number also follows those of migrations listed on several lines", async () => {
  const folder = join(root, "apps/api/src/modules/media/probe-lines");
  await mkdir(folder);
  await writeFile(join(folder, "index.ts"), 'migrations: {\n    "800-a": a,\n    "801-b-c": b,\n  },\n');
  await createModule(root, "probe-words", "media");
  expect(await readFileOf("apps/api/src/modules/media/probe-words/index.ts")).toContain('"802-');
});

test.each([
  ["press-notes", "pressNote"],
  ["categories", "category"],
  ["storage-classes", "storageClass"],
  ["boxes", "box"],
  ["releases", "release"],
])("a single item of %s is named %s", (slug, thing) => {
  expect(namesOf(slug).thing).toBe(thing);
});

test("French texts of a new module have a no-break space before a colon", async () => {
  await createModule(root, "probe-words", "media");
  expect(await readFileOf("apps/dashboard/src/i18n/fr/logs.ts")).toContain(
    'addProbeWord: "Ajout\\u00a0: probe words"',
  );
});

test.each([
  ["Notes", "media", '"Notes" is no name for a module'],
  ["note", "media", '"note" is no name for a module'],
  ["../notes", "media", '"../notes" is no name for a module'],
  ["labels", "media", 'There is a module "labels" already'],
  ["notes", "platform", '"platform" is no wing'],
  ["notes", "attic", '"attic" is no wing'],
])("the name %s in the wing %s is rejected with a message", async (slug, wing, sentence) => {
  await expect(createModule(root, slug, wing)).rejects.toThrow(sentence);
});
