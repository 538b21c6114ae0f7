import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Plugin, parseSync } from "vite";

/** A dynamic import: `import("./page.tsx")`. */
interface LazyImport {
  /** The start and end of the whole expression in the source. */
  start: number;
  end: number;
  file: string;
}

/** The facts from which a module's texts are derived. */
interface ModuleFacts {
  /** The dashboard's own modules that it imports statically. */
  imports: readonly string[];
  lazy: readonly LazyImport[];
  areas: ReadonlySet<string>;
}

interface SyntaxNode {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

/** The area that every page loads at its start. */
export const FIRST_AREA = "shell";
/** The first part of the keys of server errors. They are looked up by code, and a general text is shown if an area is not loaded. */
const ERROR_KEY_ROOT = "errors";
const PLURAL_SUFFIX = /_(?:zero|one|two|few|many|other)$/;

/**
 * Finds the text areas that the dashboard's modules need. These are the areas whose keys occur in the modules or in their static
 * imports.
 * @param src the folder of the sources, absolute.
 */
export async function readTextAreas(src: string) {
  const areasByPath = await readPaths(join(src, "i18n/en"));
  const known = new Map<string, ModuleFacts>();

  function factsOf(file: string): ModuleFacts {
    let facts = known.get(file);
    if (!facts) {
      facts = readFacts(file, areasByPath);
      known.set(file, facts);
    }
    return facts;
  }

  /** Returns these modules and all their static imports, recursively, without dynamic imports. */
  function withImports(files: readonly string[]): Set<string> {
    const seen = new Set<string>(files);
    for (const file of seen) for (const imported of factsOf(file).imports) seen.add(imported);
    return seen;
  }

  /** Returns the areas that a module needs, in alphabetical order, without the area that every page loads. */
  function areasOf(file: string): string[] {
    const areas = new Set([...withImports([file])].flatMap((each) => [...factsOf(each).areas]));
    areas.delete(FIRST_AREA);
    return [...areas].toSorted();
  }

  /** Returns a module's dynamic imports, each with the areas that it needs. */
  function lazyOf(file: string): (LazyImport & { areas: string[] })[] {
    const { lazy } = factsOf(file);
    if (lazy.length === 0) return [];
    const there = new Set(areasOf(file));
    return lazy.map(({ start, end, file: imported }) => ({
      start,
      end,
      file: imported,
      areas: areasOf(imported).filter((area) => !there.has(area)),
    }));
  }

  /** Returns the files with the texts that these modules need, without the files that every page loads. */
  function filesOfTexts(files: readonly string[], language: string): string[] {
    const areas = new Set(files.flatMap(areasOf));
    return [...areas].map((area) => join(src, "i18n", language, `${area}.ts`));
  }

  return { areasOf, filesOfTexts, lazyOf, withImports };
}

/** Lists every key of the English texts, and every prefix of a key, with the areas that contain it. */
async function readPaths(folder: string): Promise<Map<string, Set<string>>> {
  const paths = new Map<string, Set<string>>();
  function add(area: string, path: string, value: unknown): void {
    const areas = paths.get(path) ?? new Set();
    paths.set(path, areas.add(area));
    if (typeof value === "object" && value !== null)
      for (const [key, text] of Object.entries(value))
        add(area, `${path}.${key.replace(PLURAL_SUFFIX, "")}`, text);
  }
  for (const name of readdirSync(folder)) {
    const { texts } = (await import(pathToFileURL(join(folder, name)).href)) as { texts: object };
    for (const [key, text] of Object.entries(texts)) add(basename(name, ".ts"), key, text);
  }
  return paths;
}

function readFacts(file: string, areasByPath: ReadonlyMap<string, ReadonlySet<string>>): ModuleFacts {
  const imports: string[] = [];
  const lazy: LazyImport[] = [];
  const areas = new Set<string>();
  const resolve = (source: unknown) => resolveOwn(file, source);
  function visit(node: SyntaxNode): void {
    if (isStaticImport(node)) {
      const imported = resolve((node.source as SyntaxNode).value);
      if (imported) imports.push(imported);
      return;
    }
    if (node.type === "ImportExpression") {
      const imported = resolve((node.source as SyntaxNode).value);
      if (imported) lazy.push({ start: node.start, end: node.end, file: imported });
    }
    const key = keyOf(node);
    if (key) for (const area of areasByPath.get(key) ?? []) areas.add(area);
    for (const value of Object.values(node)) {
      for (const each of Array.isArray(value) ? value : [value]) if (isNode(each)) visit(each);
    }
  }
  const { program, errors } = parseSync(file, readFileSync(file, "utf8"));
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  visit(program as unknown as SyntaxNode);
  return { imports, lazy, areas };
}

/** Returns the text key in a literal, or the prefix at the start of a template. Returns undefined for other nodes. */
function keyOf(node: SyntaxNode): string | undefined {
  if (node.type === "Literal")
    return typeof node.value === "string" && node.value.includes(".") ? node.value : undefined;
  if (node.type !== "TemplateLiteral") return undefined;
  const [first] = node.quasis as { value: { cooked: string } }[];
  const text = first?.value.cooked ?? "";
  const path = (node.expressions as unknown[]).length === 0 ? text : text.slice(0, text.lastIndexOf("."));
  return path === ERROR_KEY_ROOT ? undefined : path;
}

/** Returns whether a node is a static import of values. Imports of types are erased. */
function isStaticImport(node: SyntaxNode): boolean {
  if (!/^(?:Import|ExportNamed|ExportAll)Declaration$/.test(node.type) || !node.source) return false;
  return node.importKind !== "type" && node.exportKind !== "type";
}

/** Returns the path of a module that is imported by a relative path. Returns undefined for packages, styles and images. */
const resolveOwn = (from: string, source: unknown): string | undefined =>
  typeof source === "string" && /^\.{1,2}\/.*\.tsx?$/.test(source) ? join(dirname(from), source) : undefined;

const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === "object" && value !== null && typeof (value as SyntaxNode).type === "string";

/** The function that the build inserts around dynamic imports. */
const WRAPPER_FUNCTION = "withTexts";

/**
 * Loads the texts of each lazily loaded part of a page together with it: `import("./map-page.tsx")` becomes
 * `withTexts(import("./map-page.tsx"), "map", …)`.
 */
export function textsWithImports(src: string): Plugin {
  let reading: ReturnType<typeof readTextAreas>;
  return {
    name: "texts-with-imports",
    // The plugin must run before other plugins, because they would change the offsets of the source.
    enforce: "pre",
    buildStart() {
      reading = readTextAreas(src);
    },
    async transform(code, id) {
      if (!id.startsWith(src) || !/\.tsx?$/.test(id) || !code.includes("import(")) return undefined;
      const written = writeAreas(code, (await reading).lazyOf(id));
      return written === code ? undefined : { code: `${written}${importOf(src)}`, map: null };
    },
  };
}

/** Returns the source with the areas of its dynamic imports added. */
export function writeAreas(
  code: string,
  lazy: readonly { start: number; end: number; areas: string[] }[],
): string {
  return lazy.toReversed().reduce((text, { start, end, areas }) => {
    if (areas.length === 0) return text;
    const list = areas.map((area) => JSON.stringify(area)).join(", ");
    return `${text.slice(0, start)}${WRAPPER_FUNCTION}(${text.slice(start, end)}, ${list})${text.slice(end)}`;
  }, code);
}

const importOf = (src: string) =>
  `\nimport { ${WRAPPER_FUNCTION} } from ${JSON.stringify(join(src, "i18n/index.ts"))};\n`;
