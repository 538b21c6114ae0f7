import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import react from "@vitejs/plugin-react";
import { build, defineConfig, type Plugin, type Rolldown } from "vite";
import { precompress } from "../../scripts/build/precompress.ts";
import { redirectReexports } from "../../scripts/build/redirect-reexports.ts";
import { screenGroups, textGroups } from "../../scripts/build/screen-groups.ts";
import { FIRST_AREA, readTextAreas, textsWithImports } from "../../scripts/build/text-areas.ts";
import { withoutUnusedParts } from "../../scripts/build/unused-parts.ts";
import type { ShellBuild } from "./src/cached-shell/shell-cache.ts";

type OutputChunk = Rolldown.OutputChunk;

/**
 * Replaces the schemas of the contract. The page uses its types, paths, limits and error codes, while schemas are for
 * servers, which validate requests. Without the schema library and the schemas the page is 40 kB smaller (gzip).
 * Parsing with a schema throws here.
 */
const WITHOUT_SCHEMAS = `
const schema = new Proxy(() => undefined, {
  get(_, key) {
    if (key === "parse" || key === "safeParse") throw new Error("Schemas are not part of the page");
    return schema;
  },
  apply: () => schema,
});
export { schema as z };`;

const ROUTE_TABLE = join(import.meta.dirname, "../../packages/contract/src/routes.ts");
const CONTRACT_MODULE = /\/packages\/contract\/src\/(?:routes\/)?[\w-]+\.ts$/;

const schemaless: Plugin = {
  name: "schemaless-contract",
  enforce: "pre",
  resolveId: (source) => (source === "zod" ? "\0schemaless" : undefined),
  load: (id) => {
    if (id === "\0schemaless") return WITHOUT_SCHEMAS;
    return CONTRACT_MODULE.test(id) ? loadConstants(id) : undefined;
  },
};

/**
 * Evaluates the constants of a contract module; undefined for one with functions, sets or imported values, which is
 * kept.
 */
async function loadConstants(id: string): Promise<string | undefined> {
  if (/^export (?:\*|\{)/m.test(await readFile(id, "utf8"))) return undefined;
  const module = (await import(pathToFileURL(id).href)) as Record<string, unknown>;
  const constants = Object.entries(module).filter(([, value]) => !isSchema(value));
  if (constants.length === 0 || constants.some(([, value]) => !isJson(value))) return undefined;
  // Schemas on which other modules of the contract build are replaced by stubs.
  const schemas = Object.keys(module).filter((name) => isSchema(module[name]));
  return [
    'import { z } from "zod";',
    ...constants.map(([name, value]) => `export const ${name} = ${JSON.stringify(value, withoutSchemas)};`),
    ...schemas.map((name) => `export const ${name} = z;`),
  ].join("\n");
}

const isJson = (value: unknown) => typeof value !== "function" && !(value instanceof Set);

const isSchema = (value: unknown) => typeof value === "object" && value !== null && "_zod" in value;

/**
 * Properties of routes for servers: documentation, permissions and validation, the success status, and which errors are
 * reported.
 */
const FOR_SERVERS = new Set(["summary", "guard", "scope", "report"]);
const isForServers = (key: string, value: unknown) =>
  (FOR_SERVERS.has(key) && typeof value !== "object") || (key === "status" && Number(value) < 300);
const withoutSchemas = (key: string, value: unknown) =>
  isSchema(value) || isForServers(key, value) ? undefined : value;

const ROUTE = /(?<![.\w$])routes\.(\w+)/g;
const CONTRACT_IMPORT = /import\s*\{([^}]*)\}\s*from\s*"@shoal\/contract"/g;

/** Inlines the calls that a page makes: the whole table has 6 kB (gzip), of which the sign-in needs a tenth. */
const inlineRoutes: Plugin = {
  name: "inline-routes",
  // The transform runs after types are removed, since `typeof routes.getVideo` is not a value.
  async transform(code, id) {
    if (!id.includes("/apps/dashboard/src/") || !code.includes("routes.")) return undefined;
    const { routes } = (await import(pathToFileURL(ROUTE_TABLE).href)) as { routes: Record<string, unknown> };
    return withoutTable(
      code.replace(ROUTE, (text, name: string) =>
        name in routes ? `(${JSON.stringify(routes[name], withoutSchemas)})` : text,
      ),
    );
  },
};

/** Removes the import of the whole route table from screens that use only single calls. */
function withoutTable(code: string): string {
  const isNeeded = /(?<![.\w$])routes(?![\w$])/.test(code.replace(CONTRACT_IMPORT, ""));
  if (isNeeded) return code;
  return code.replace(CONTRACT_IMPORT, (text, names: string) => {
    const kept = names.split(",").filter((name) => name.trim() !== "routes");
    return text.replace(names, kept.join(","));
  });
}

const SRC = join(import.meta.dirname, "src");
const textAreas = await readTextAreas(SRC);
const areasOf = (module: string) => textAreas.areasOf(join(SRC, module));

/** The modules that first screens load when they are shown, with their texts, by user and target; LL is the language. */
const FIRST_PARTS: Record<string, string[]> = {
  everybody: [`i18n/LL/${FIRST_AREA}.ts`],
  guest: ["features/auth/sign-in-page.tsx"],
  member: ["routes/shell.tsx"],
  "/videos": ["routes/library-route.tsx"],
  "/player": ["routes/video-route.tsx"],
  "/analytics": ["features/analytics/analytics-page.tsx", "components/figures/plot.tsx"],
};

/** Placeholders in index.html for the files of first screens, and the style sheets that every page needs. */
const NO_PARTS = "const parts = {};";
const NO_STYLES = "const styles = [];";
const STYLE_LINK = /^.*<link rel="stylesheet"[^>]* href="\/([^"]+)">\n/gm;

/**
 * Inserts the files of first screens in index.html. If the browser found them one after another, each would cost a
 * round trip: half a second on Fast 3G.
 */
const firstParts: Plugin = {
  name: "first-parts",
  apply: "build",
  transformIndexHtml: {
    order: "post",
    async handler(html, { bundle = {} }) {
      const chunks = Object.values(bundle).filter((part): part is OutputChunk => part.type === "chunk");
      const withImports = (chunk: OutputChunk, seen: Set<string>): Set<string> => {
        if (seen.has(chunk.fileName)) return seen;
        seen.add(chunk.fileName);
        for (const style of chunk.viteMetadata?.importedCss ?? []) seen.add(style);
        for (const name of chunk.imports) {
          const imported = chunks.find(({ fileName }) => fileName === name);
          if (imported) withImports(imported, seen);
        }
        return seen;
      };
      const known = new Set<string>();
      for (const chunk of chunks) if (chunk.isEntry) withImports(chunk, known);
      const filesOf = (modules: string[], language: string) => {
        const files = new Set<string>();
        const paths = modules.map((module) => join(SRC, module.replace("LL", language)));
        for (const path of [...paths, ...textAreas.filesOfTexts(paths, language)]) {
          const chunk = chunks.find(({ moduleIds }) => moduleIds.includes(path));
          if (!chunk) throw new Error(`vite.config.ts: ${path} is no part of the build`);
          withImports(chunk, files);
        }
        return [...files].filter((file) => !known.has(file));
      };
      const parts = Object.fromEntries(
        Object.entries(FIRST_PARTS).map(([name, modules]) => [
          name,
          { en: filesOf(modules, "en"), fr: filesOf(modules, "fr") },
        ]),
      );
      // The styles are requested by the page's script, so that they do not delay the first paint.
      const styles = [...html.matchAll(STYLE_LINK)].map(([, file]) => file);
      for (const place of [NO_PARTS, NO_STYLES])
        if (!html.includes(place)) throw new Error(`index.html has no line "${place}"`);
      const page = html
        .replace(STYLE_LINK, "")
        .replace(NO_PARTS, `const parts = ${JSON.stringify(parts)};`)
        .replace(NO_STYLES, `const styles = ${JSON.stringify(styles)};`);
      const build = createHash("sha256").update(page).digest("hex").slice(0, 16);
      const first = Object.values(parts).flatMap(({ en, fr }) => [...en, ...fr]);
      // An entry whose modules are all in files of groups is not emitted as a file.
      const loaded = [...known].filter((file) => page.includes(file) || !file.endsWith(".js"));
      shellBuild = { build, files: [...new Set([...loaded, ...first])].map((file) => `/${file}`) };
      return page.replace("<html ", `<html data-build="${build}" `);
    },
  },
};

/** Records which output file contains each module of the project, from which `npm run check` computes what a page loads. */
const placesOfModules: Plugin = {
  name: "places-of-modules",
  apply: "build",
  generateBundle(_, bundle) {
    const places = Object.values(bundle).flatMap((part) =>
      part.type === "chunk"
        ? part.moduleIds
            .filter((id) => id.startsWith(SRC))
            .map((id) => [relative(import.meta.dirname, id), part.fileName])
        : [],
    );
    this.emitFile({
      type: "asset",
      fileName: ".vite/places.json",
      source: JSON.stringify(Object.fromEntries(places)),
    });
  },
};

/** The files of the page and its first screens; known after the build. */
let shellBuild: ShellBuild | undefined;

/** Builds the service worker that caches the files in the browser: a separate script, whose name never changes. */
const shellWorker: Plugin = {
  name: "shell-worker",
  apply: "build",
  generateBundle: {
    order: "post",
    async handler() {
      const built = await build({
        configFile: false,
        logLevel: "warn",
        publicDir: false,
        define: { SHELL_BUILD: JSON.stringify(shellBuild) },
        build: {
          write: false,
          target: "es2022",
          lib: { entry: join(SRC, "cached-shell/shell-worker.ts"), formats: ["iife"], name: "shellWorker" },
        },
      });
      const [output] = Array.isArray(built) ? built : [built];
      const [program] = output && "output" in output ? output.output : [];
      if (program?.type !== "chunk" || !shellBuild) throw new Error("The shell worker was not built");
      this.emitFile({ type: "asset", fileName: "shell-worker.js", source: program.code });
    },
  },
};

const sourceOf = (path: string) => join(import.meta.dirname, path);

/**
 * Merges the modules that every page needs into one file per group: small files compress badly, and 40 of them are 40
 * requests. The sign-in, with the own modules that each page needs too, measures 187 kB, compared to 191 kB without
 * groups.
 */
const GROUPS = [
  {
    // A single file is used, since several would queue behind each other on a slow connection.
    name: "base",
    test: /^.rolldown\/runtime\.js$|node_modules\/(?:react|react-dom|scheduler|react-router|i18next|react-i18next|@tanstack\/(?:react-query|query-core))\/|@mantine\/core\/.*\/(?:core|ActionIcon|Alert|Anchor|Button|CloseButton|Divider|Group|Input|InputBase|Loader|Paper|PasswordInput|Stack|Text|TextInput|Title|Transition|UnstyledButton)\//,
  },
  ...textGroups(
    {
      texts: [FIRST_AREA, ...areasOf("features/auth/sign-in-page.tsx"), ...areasOf("routes/shell.tsx")],
      "library-texts": areasOf("routes/library-route.tsx"),
      "video-texts": areasOf("routes/video-route.tsx"),
      "analytics-texts": areasOf("features/analytics/analytics-page.tsx"),
    },
    join(SRC, "i18n/"),
  ),
  ...screenGroups({
    page: sourceOf("index.html"),
    guest: sourceOf("src/features/auth/sign-in-page.tsx"),
    review: sourceOf("src/features/review/guest/guest-review.tsx"),
    member: sourceOf("src/routes/shell.tsx"),
    screens: {
      videos: {
        library: sourceOf("src/routes/library-route.tsx"),
        video: sourceOf("src/routes/video-route.tsx"),
      },
      figures: {
        analytics: sourceOf("src/features/analytics/analytics-page.tsx"),
        plot: sourceOf("src/components/figures/plot.tsx"),
        map: sourceOf("src/features/map/map-page.tsx"),
        world: sourceOf("src/features/map/world/world-map.tsx"),
      },
      talk: {
        chat: sourceOf("src/features/chat/chat-page.tsx"),
      },
    },
  }),
  {
    // This group contains everything that the groups above do not cover.
    name: "app",
    tags: ["$initial" as const],
  },
];

/**
 * Configures the dashboard, which the API serves from `dist`. In development, calls are proxied to an API on its
 * default port.
 */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    schemaless,
    textsWithImports(SRC),
    withoutUnusedParts(SRC),
    react(),
    inlineRoutes,
    redirectReexports,
    firstParts,
    placesOfModules,
    shellWorker,
    precompress(),
  ],
  server: {
    proxy: {
      "/api": "http://127.0.0.1:8080",
      "/realtime": { target: "ws://127.0.0.1:8080", ws: true },
    },
  },
  build: {
    outDir: "dist",
    emptyOutDir: true,
    // `npm run check` computes what a page loads from the manifest.
    manifest: true,
    target: "es2022",
    chunkSizeWarningLimit: 900,
    // Browsers of this target preload modules natively, or work without preloading.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // Unused schemas next to the contract's functions are removed as well.
      treeshake: { manualPureFunctions: ["z"] },
      output: { codeSplitting: { groups: GROUPS } },
    },
  },
});
