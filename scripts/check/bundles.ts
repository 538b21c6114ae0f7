import { readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { gzipSync } from "node:zlib";
import type { Manifest } from "vite";
import { REPOSITORY_ROOT } from "../../apps/start/src/settings.ts";
import { npmFolderOf } from "../build/npm-packages.ts";
import { PLUGIN_ADAPTERS, PLUGIN_CONSENT, PLUGIN_NOTES, PLUGIN_OVERLAY } from "../build/plugin.ts";
import { FIRST_AREA, readTextAreas } from "../build/text-areas.ts";

interface PageBudget {
  name: string;
  /** The maximum of JavaScript, in kB gzip, that a page may load before it can be used. */
  budgetKb: number;
  /** The modules that the page's route loads lazily together with its entry. */
  lazy: string[];
  /** Modules that are loaded in any case, so they do not count towards the budget. */
  beyond?: string[];
}

const SHELL_MODULE = "src/routes/shell.tsx";

const PAGE_BUDGETS: Record<string, PageBudget[]> = {
  // The size of the player with hls.js, which alone is 170 kB.
  player: [{ name: "embed", budgetKb: 240, lazy: ["src/playback/hls-playback.ts"] }],
  dashboard: [
    { name: "sign-in", budgetKb: 200, lazy: ["src/features/auth/sign-in-page.tsx"] },
    {
      name: "library",
      budgetKb: 270,
      lazy: [SHELL_MODULE, "src/routes/library-route.tsx"],
    },
    {
      name: "video",
      budgetKb: 274,
      lazy: [SHELL_MODULE, "src/routes/video-route.tsx"],
    },
    {
      // What guests load beyond their entry page: the player, 188 kB, and the shell's controls that a review uses.
      name: "guest review",
      budgetKb: 359,
      lazy: ["src/features/review/guest/guest-review.tsx", "src/features/review/player/review-media.ts"],
      beyond: ["src/features/review/guest/guest-page.tsx"],
    },
    {
      // The size of the review of a version beyond the shell and the project's page. 170 kB of it is hls.js, which is loaded in
      // parallel with the page.
      name: "review",
      budgetKb: 300,
      lazy: ["src/features/review/review.tsx", "src/features/review/player/review-media.ts"],
      beyond: [SHELL_MODULE, "src/routes/project-route.tsx"],
    },
    {
      // The size beyond the shell, of which the Markdown parser is 16 kB. Emoji are loaded when their list is opened.
      name: "chat",
      budgetKb: 120,
      lazy: ["src/features/chat/chat-page.tsx"],
      beyond: [SHELL_MODULE],
    },
    {
      // The size beyond the shell, which contains the table of calls.
      name: "API reference",
      budgetKb: 210,
      lazy: ["src/features/docs/docs-page.tsx", "src/features/docs/api-reference/api-reference.tsx"],
      beyond: [SHELL_MODULE],
    },
    {
      // The size including the page's charts, which are loaded in parallel.
      name: "analytics",
      budgetKb: 308,
      lazy: [SHELL_MODULE, "src/features/analytics/analytics-page.tsx", "src/components/figures/plot.tsx"],
    },
    {
      // The size including the outlines of all countries, 39 kB, and the code that projects and zooms them, which are loaded in
      // parallel with the page.
      name: "map",
      budgetKb: 333,
      lazy: [SHELL_MODULE, "src/features/map/map-page.tsx", "src/features/map/world/world-map.tsx"],
    },
  ],
};

/** The budgets of the plugin, which third-party pages load. */
const PLUGIN_BUDGETS_KB = { core: 22, adapter: 4, overlay: 11, consent: 4, notes: 3 };

/** The budgets of the packages that customers install. */
const NPM_BUDGETS_KB = { client: 20, upload: 20 };

const PLUGIN_FOLDER = join(REPOSITORY_ROOT, "packages/sdk/dist");

async function checkPluginSize(): Promise<string[]> {
  const faults: string[] = [];
  const budgets = [
    ["shoal", PLUGIN_BUDGETS_KB.core],
    ...PLUGIN_ADAPTERS.map((name) => [name, PLUGIN_BUDGETS_KB.adapter] as const),
    [PLUGIN_OVERLAY, PLUGIN_BUDGETS_KB.overlay],
    [PLUGIN_CONSENT, PLUGIN_BUDGETS_KB.consent],
    [PLUGIN_NOTES, PLUGIN_BUDGETS_KB.notes],
  ] as const;
  for (const [name, budgetKb] of budgets) {
    const weightKb = await measureSizeKb(PLUGIN_FOLDER, new Set([`${name}.js`]));
    const line = `plugin ${name}: ${weightKb.toFixed(1)} kB gzip of ${budgetKb} kB`;
    console.log(`     ${line}`);
    if (weightKb > budgetKb) faults.push(line);
  }
  return faults;
}

async function checkNpmPackageSizes(): Promise<string[]> {
  const faults: string[] = [];
  for (const [name, budgetKb] of Object.entries(NPM_BUDGETS_KB)) {
    const weightKb = await measureSizeKb(npmFolderOf(name), new Set(["index.js"]));
    const line = `@shoal/${name}: ${weightKb.toFixed(1)} kB gzip of ${budgetKb} kB`;
    console.log(`     ${line}`);
    if (weightKb > budgetKb) faults.push(line);
  }
  return faults;
}

/**
 * Measures the scripts that each page of the current build loads initially; tests and servers use the same build.
 * @returns a message if a page exceeds its budget.
 */
export async function checkBundles(): Promise<string | undefined> {
  const faults = [...(await checkPluginSize()), ...(await checkNpmPackageSizes())];
  for (const [app, pages] of Object.entries(PAGE_BUDGETS))
    faults.push(...(await checkPageSizes(app, pages, join(REPOSITORY_ROOT, "apps", app, "dist"))));
  return faults.length > 0 ? faults.join("\n") : undefined;
}

async function checkPageSizes(app: string, pages: PageBudget[], outDir: string): Promise<string[]> {
  const build = await readBuild(app, outDir);
  const faults: string[] = [];
  for (const { name, budgetKb, lazy, beyond = [] } of pages) {
    const scriptsOf = async (modules: string[]) => {
      const texts = app === "dashboard" ? await readTexts(modules) : [];
      return findScripts(build, [...modules, ...texts]);
    };
    const scripts = await scriptsOf([...beyond, ...lazy]);
    const known = beyond.length > 0 ? await scriptsOf(beyond) : new Set<string>();
    const weightKb = await measureSizeKb(
      outDir,
      new Set([...scripts].filter((script) => !known.has(script))),
    );
    const line = `${app} ${name}: ${weightKb.toFixed(1)} kB gzip of ${budgetKb} kB`;
    console.log(`     ${line}`);
    if (weightKb > budgetKb) faults.push(line);
  }
  return faults;
}

/**
 * Returns the files of the French texts that are loaded with these modules of the dashboard. French is used because it is longer
 * than English.
 */
async function readTexts(modules: string[]): Promise<string[]> {
  const root = join(REPOSITORY_ROOT, "apps/dashboard");
  const { filesOfTexts } = await readTextAreas(join(root, "src"));
  const paths = modules.map((module) => join(root, module));
  return [`src/i18n/fr/${FIRST_AREA}.ts`, ...filesOfTexts(paths, "fr").map((file) => relative(root, file))];
}

/** The entry module of a page, which is a separate file or part of another file. */
const START_MODULE = "src/main.tsx";

interface BuildOutput {
  /** The keys of the manifest, by the files that the bundler wrote. */
  keys: ReadonlyMap<string, string>;
  manifest: Manifest;
  /** The file of each source module. The bundler's manifest lists only modules that have a separate file. */
  places: Record<string, string>;
}

async function readBuild(app: string, outDir: string): Promise<BuildOutput> {
  const read = async (name: string) => JSON.parse(await readFile(join(outDir, ".vite", name), "utf8"));
  const manifest = (await read("manifest.json")) as Manifest;
  const keys = new Map(Object.entries(manifest).map(([key, { file }]) => [file, key]));
  const alone = Object.entries(manifest).map(([key, { file }]) => [key, file]);
  const grouped = app === "dashboard" ? ((await read("places.json")) as Record<string, string>) : {};
  return { keys, manifest, places: { ...Object.fromEntries(alone), ...grouped } };
}

/** Returns the scripts of a page, of these modules and of all their static imports. @throws Error if a module is missing. */
function findScripts({ keys, manifest, places }: BuildOutput, modules: string[]): Set<string> {
  const seen = new Set<string>();
  const scripts = new Set<string>();
  const queue = [START_MODULE, ...modules]
    .filter((module) => module !== START_MODULE || places[START_MODULE])
    .map((module) => keys.get(places[module] ?? "") ?? module);
  queue.push(...Object.keys(manifest).filter((key) => manifest[key]?.isEntry));
  for (let key = queue.pop(); key !== undefined; key = queue.pop()) {
    if (seen.has(key)) continue;
    seen.add(key);
    const chunk = manifest[key];
    if (!chunk) throw new Error(`scripts/check/bundles.ts: ${key} is no module of the build`);
    if (chunk.file.endsWith(".js")) scripts.add(chunk.file);
    queue.push(...(chunk.imports ?? []));
  }
  return scripts;
}

/** Returns the size of scripts in kB, as sent to browsers without brotli. */
async function measureSizeKb(outDir: string, scripts: ReadonlySet<string>): Promise<number> {
  const sizes = await Promise.all(
    [...scripts].map(async (file) => gzipSync(await readFile(join(outDir, file)), { level: 9 }).length),
  );
  return sizes.reduce((total, size) => total + size, 0) / 1000;
}
