import { access, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import {
  createFiller,
  createLineAdder,
  type FillTemplate,
  type TextChange,
  writeFiles,
} from "../new-module/fill.ts";
import { namesOf } from "../new-module/names.ts";

const TEMPLATE_FOLDER = join(import.meta.dirname, "template");
const DASHBOARD_FOLDER = "apps/dashboard/src";
const FEATURES_FOLDER = `${DASHBOARD_FOLDER}/features`;
/** The place of the new screen in the menu. `features/notes/feature.ts` may specify another one. */
const MENU_PLACE = "account";
const ORDER_STEP = 10;

/**
 * Creates a working dashboard screen for a module made by `new:module`. The screen can list, add and delete. It has texts in
 * English and French, and tests.
 * @param root the repository's root folder.
 * @returns the created and changed files, relative to the root.
 * @throws Error for an invalid name, a name in use by a feature, or a name without a module.
 */
export async function createFeature(root: string, slug: string): Promise<string[]> {
  const names = namesOf(slug);
  const isThere = (path: string) =>
    access(join(root, path)).then(
      () => true,
      () => false,
    );
  if (await isThere(`${FEATURES_FOLDER}/${slug}`)) throw new Error(`There is a feature "${slug}" already`);
  if (!(await isThere(`packages/contract/src/routes/${slug}.ts`)))
    throw new Error(`There is no module "${slug}": make it first, with npm run new:module -- ${slug}`);
  const fill = createFiller(names, { __order__: String(await findNextOrder(root)) });
  const made = {
    [`${FEATURES_FOLDER}/${slug}/feature.ts`]: "feature.ts.txt",
    [`${FEATURES_FOLDER}/${slug}/${slug}-page.tsx`]: "page.tsx.txt",
    [fill(`${DASHBOARD_FOLDER}/i18n/en/__things__.ts`)]: "en.ts.txt",
    [fill(`${DASHBOARD_FOLDER}/i18n/fr/__things__.ts`)]: "fr.ts.txt",
    [`${FEATURES_FOLDER}/${slug}/${slug}-page.component.test.tsx`]: "component.test.tsx.txt",
  };
  const changed = changesOf(fill);
  await writeFiles({ root, template: TEMPLATE_FOLDER, made, changed, fill });
  return [...Object.keys(made), ...Object.keys(changed)];
}

/** Returns the order of a new entry, which comes after the last entry of its place. */
async function findNextOrder(root: string): Promise<number> {
  const names = await readdir(join(root, FEATURES_FOLDER));
  const files = names.map((name) => `${FEATURES_FOLDER}/${name}/feature.ts`);
  const orders = await Promise.all(
    files.map(async (file) => {
      const text = await readFile(join(root, file), "utf8");
      return [...text.matchAll(new RegExp(`place: "${MENU_PLACE}",\\s*order: (\\d+)`, "g"))].map(
        ([, order]) => Number(order),
      );
    }),
  );
  return Math.max(...orders.flat()) + ORDER_STEP;
}

/** Returns the additions to the lists of features, texts and screens. */
function changesOf(fill: FillTemplate): Record<string, TextChange> {
  const { addLine, addLines } = createLineAdder(fill);
  const navigation = addLine("    trash: ", '    __things__: "__Words__",\n');
  return {
    [`${DASHBOARD_FOLDER}/features.ts`]: addLines(
      'import { __things__Feature } from "./features/__slug__/feature.ts";\n',
      "];\n\n/**",
      "  __things__Feature,\n",
    ),
    [`${DASHBOARD_FOLDER}/i18n/texts.ts`]: addLines(
      'import type { texts as __things__ } from "./en/__things__.ts";\n',
      "}\nexport type Area",
      "  __things__: typeof __things__;\n",
    ),
    [`${DASHBOARD_FOLDER}/i18n/en/shell.ts`]: navigation,
    [`${DASHBOARD_FOLDER}/i18n/fr/shell.ts`]: navigation,
    "e2e/support/screen-rows/media.ts": addLine(
      "];",
      `  createRow("__things__", "editor", "/__slug__", {
    heading: "__Words__",
    shows: { EN: "Nothing here yet", FR: "Rien pour l’instant" },
  }),
`,
    ),
  };
}
