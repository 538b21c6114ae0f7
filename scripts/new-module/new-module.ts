import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { WINGS, type Wing } from "../../apps/api/src/platform/composition/wings.ts";

/** How a module is called where. */
interface Names {
  /** Its folder: `press-notes`. */
  slug: string;
  /** In sentences: `press notes`. */
  words: string;
  /** One of its things in code: `pressNote`. */
  thing: string;
}

const TEMPLATE = join(import.meta.dirname, "template");
const MODULES = "apps/api/src/modules";

/** What the folder of a new module may be called: one word or several, in the plural. */
const SLUG = /^[a-z][a-z0-9]*(?:-[a-z][a-z0-9]*)*$/;

/**
 * Makes a module of the api that works: its calls in the contract, its table, list, add and delete, and tests.
 * @param root of the repository.
 * @returns the files that were made or changed, from the root.
 * @throws Error about a name that is none, or that a module has.
 */
export async function makeModule(root: string, slug: string, wing: string): Promise<string[]> {
  const names = namesOf(slug);
  if (!isWing(wing)) throw new Error(`"${wing}" is no wing: choose one of ${WINGS.slice(1).join(", ")}`);
  const modules = await findModules(root);
  if (modules.some((module) => module.endsWith(`/${slug}`)))
    throw new Error(`There is a module "${slug}" already`);
  const number = await findNextNumber(root, modules);
  const fill = fillerOf(names, { __wing__: wing, __number__: number });
  const folder = `${MODULES}/${wing}/${slug}`;
  const made = {
    [`packages/contract/src/routes/${slug}.ts`]: "contract.ts.txt",
    [`${folder}/index.ts`]: "index.ts.txt",
    [`${folder}/${slug}.routes.ts`]: "routes.ts.txt",
    [`${folder}/${slug}.service.ts`]: "service.ts.txt",
    [`${folder}/${slug}.repository.ts`]: "repository.ts.txt",
    [`${folder}/${slug}.table.ts`]: "table.ts.txt",
    [`${folder}/${slug}.int.test.ts`]: "int.test.ts.txt",
    [`${folder}/testing/things.ts`]: "things.ts.txt",
  };
  for (const [path, template] of Object.entries(made)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), fill(await readFile(join(TEMPLATE, template), "utf8")));
  }
  const changed = changesOf(fill);
  for (const [path, change] of Object.entries(changed)) {
    const text = await readFile(join(root, path), "utf8");
    await writeFile(join(root, path), change(text));
  }
  return [...Object.keys(made), ...Object.keys(changed)];
}

const isWing = (wing: string): wing is Wing =>
  (WINGS as readonly string[]).includes(wing) && wing !== "platform";

function namesOf(slug: string): Names {
  if (!SLUG.test(slug) || !slug.endsWith("s"))
    throw new Error(
      `"${slug}" is no name for a module: write it in the plural and as a folder, like press-notes`,
    );
  const words = slug.split("-");
  const things = words.map((word, n) => (n === 0 ? word : capital(word))).join("");
  const thing = things.endsWith("ies") ? `${things.slice(0, -3)}y` : things.slice(0, -1);
  return { slug, words: words.join(" "), thing };
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** Fills the places of a template, `__thing__` and the like. */
function fillerOf({ slug, words, thing }: Names, more: Record<string, string>): (template: string) => string {
  const things = slug.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
  const places: Record<string, string> = {
    __slug__: slug,
    __words__: words,
    __thing__: thing,
    __Thing__: capital(thing),
    __things__: things,
    __Things__: capital(things),
    __THINGS__: slug.replaceAll("-", "_").toUpperCase(),
    __table__: slug.replaceAll("-", "_"),
    ...more,
  };
  return (template) =>
    Object.entries(places).reduce((text, [place, value]) => text.replaceAll(place, value), template);
}

/** All modules, each as `media/labels`. */
async function findModules(root: string): Promise<string[]> {
  const inWings = WINGS.filter(isWing).map(async (wing) => {
    const names = await readdir(join(root, MODULES, wing));
    return names.map((name) => `${wing}/${name}`);
  });
  return (await Promise.all(inWings)).flat();
}

/** Of migrations, behind the highest of all. */
async function findNextNumber(root: string, modules: readonly string[]): Promise<string> {
  const names = await readdir(join(root, "apps/api/src/platform/migrations"));
  const declared = modules.map(async (name) => {
    const text = await readFile(join(root, MODULES, name, "index.ts"), "utf8");
    return [...text.matchAll(/^ {2}migrations: .*"(\d{3})-/gm)].map(([, number]) => number);
  });
  const numbers = [...names, ...(await Promise.all(declared)).flat()].map((name) =>
    Number.parseInt(`${name}`, 10),
  );
  return String(Math.max(...numbers) + 1).padStart(3, "0");
}

type Change = (text: string) => string;

/** What the lists of modules, routes and texts get. Imports come first as they are: the formatter orders them. */
function changesOf(fill: (template: string) => string): Record<string, Change> {
  const addLine =
    (mark: string, line: string): Change =>
    (text) => {
      const at = text.lastIndexOf(mark);
      if (at < 0) throw new Error(`No line is there that begins with "${mark.trim()}"`);
      return text.slice(0, at) + fill(line) + text.slice(at);
    };
  const addLines =
    (imported: string, mark: string, line: string): Change =>
    (text) =>
      fill(imported) + addLine(mark, line)(text);
  const log = (added: string, deleted: string): Change =>
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
    "apps/api/src/testing/module-things.ts": addLines(
      'import { __thing__Things } from "../modules/__wing__/__slug__/testing/things.ts";\n',
      "];",
      "__thing__Things,",
    ),
    "apps/dashboard/src/i18n/en/logs.ts": log("Added to the __words__", "Deleted from the __words__"),
    "apps/dashboard/src/i18n/fr/logs.ts": log("Ajout : __words__", "Suppression : __words__"),
  };
}
