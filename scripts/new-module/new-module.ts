import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { WINGS, type Wing } from "../../apps/api/src/platform/composition/wings.ts";
import { createFiller, createLineAdder, type FillTemplate, type TextChange, writeFiles } from "./fill.ts";
import { namesOf } from "./names.ts";

const TEMPLATE_FOLDER = join(import.meta.dirname, "template");
const MODULES_FOLDER = "apps/api/src/modules";

/**
 * Creates a working module of the API. It has calls in the contract to list, add and delete, a table, and tests.
 * @param root the repository's root folder.
 * @returns the created and changed files, relative to the root.
 * @throws Error for an invalid name, or a name in use by a module.
 */
export async function createModule(root: string, slug: string, wing: string): Promise<string[]> {
  const names = namesOf(slug);
  if (!isWing(wing)) throw new Error(`"${wing}" is no wing: choose one of ${WINGS.slice(1).join(", ")}`);
  const modules = await findModules(root);
  if (modules.some((module) => module.endsWith(`/${slug}`)))
    throw new Error(`There is a module "${slug}" already`);
  const number = await findNextNumber(root, modules);
  const fill = createFiller(names, { __wing__: wing, __number__: number });
  const folder = `${MODULES_FOLDER}/${wing}/${slug}`;
  const made = {
    [`packages/contract/src/routes/${slug}.ts`]: "contract.ts.txt",
    [`${folder}/index.ts`]: "index.ts.txt",
    [`${folder}/${slug}.routes.ts`]: "routes.ts.txt",
    [`${folder}/${slug}.service.ts`]: "service.ts.txt",
    [`${folder}/${slug}.repository.ts`]: "repository.ts.txt",
    [`${folder}/${slug}.table.ts`]: "table.ts.txt",
    [`${folder}/${slug}.int.test.ts`]: "int.test.ts.txt",
    [`${folder}/testing/fixtures.ts`]: "fixtures.ts.txt",
  };
  const changed = changesOf(fill);
  await writeFiles({ root, template: TEMPLATE_FOLDER, made, changed, fill });
  return [...Object.keys(made), ...Object.keys(changed)];
}

const isWing = (wing: string): wing is Wing =>
  (WINGS as readonly string[]).includes(wing) && wing !== "platform";

/** Finds all modules, each as `media/labels`. */
async function findModules(root: string): Promise<string[]> {
  const inWings = WINGS.filter(isWing).map(async (wing) => {
    const names = await readdir(join(root, MODULES_FOLDER, wing));
    return names.map((name) => `${wing}/${name}`);
  });
  return (await Promise.all(inWings)).flat();
}

/** Returns the number of the next migration, which follows the highest one of all modules. */
async function findNextNumber(root: string, modules: readonly string[]): Promise<string> {
  const names = await readdir(join(root, "apps/api/src/platform/migrations"));
  const declared = modules.map(async (name) => {
    const text = await readFile(join(root, MODULES_FOLDER, name, "index.ts"), "utf8");
    return [...text.matchAll(/"(\d{3})-[a-z-]+":/g)].map(([, number]) => number);
  });
  const numbers = [...names, ...(await Promise.all(declared)).flat()].map((name) =>
    Number.parseInt(`${name}`, 10),
  );
  return String(Math.max(...numbers) + 1).padStart(3, "0");
}

/** Returns the additions to the lists of modules, routes and texts. Imports are added at the top, and the formatter sorts them. */
function changesOf(fill: FillTemplate): Record<string, TextChange> {
  const { addLine, addLines } = createLineAdder(fill);
  const log = (added: string, deleted: string): TextChange =>
    addLine("      addCategory:", `      add__Thing__: "${added}",\n      delete__Thing__: "${deleted}",\n`);
  return {
    "packages/contract/src/index.ts": addLine(
      'export * from "./routes/videos.ts";',
      'export * from "./routes/__slug__.ts";\n',
    ),
    "packages/contract/src/routes.ts": addLines(
      'import { __thing__Routes } from "./routes/__slug__.ts";\n',
      "  ...captionRoutes,",
      "  ...__thing__Routes,\n",
    ),
    "apps/api/src/modules.ts": addLines(
      'import { __things__Module } from "./modules/__wing__/__slug__/index.ts";\n',
      "];",
      "  __things__Module,\n",
    ),
    "apps/api/src/testing/module-fixtures.ts": addLines(
      'import { __thing__Fixtures } from "../modules/__wing__/__slug__/testing/fixtures.ts";\n',
      "];",
      "__thing__Fixtures,",
    ),
    "apps/dashboard/src/i18n/en/logs.ts": log("Added to the __words__", "Deleted from the __words__"),
    "apps/dashboard/src/i18n/fr/logs.ts": log("Ajout\\u00a0: __words__", "Suppression\\u00a0: __words__"),
  };
}
