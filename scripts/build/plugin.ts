// Builds the public player plugin: a core and one file a player, each as a script and as an ES module.
//   node scripts/build/plugin.ts [folder]
import { cp, readdir, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { minify as minifyAgain } from "@swc/core";
import { build, type InlineConfig, type Plugin } from "vite";
import { VERSION } from "../../packages/sdk/src/plugin/version.ts";
import { ROOT } from "../start/settings.ts";
import { PRIVATE_NAMES } from "./plugin-names.ts";
import { precompress } from "./precompress.ts";

const SDK = join(ROOT, "packages/sdk");
/** With the core, which each of them takes from the page. */
export const PLUGIN_ADAPTERS = ["shoal-hls", "shoal-shaka", "shoal-dash", "shoal-videojs"];
/** Alone: it finds on the page what the others put there. */
export const PLUGIN_OVERLAY = "shoal-overlay";
/** Alone: the core loads it where viewers are asked. */
export const PLUGIN_CONSENT = "shoal-consent";
/** Alone: the core loads it beside what plays, for what is told beside the counters. */
export const PLUGIN_NOTES = "shoal-notes";
const CORE = "shoal";

/** What pages with a player of their own do not need, by what stands for it. */
const LEFT_OUT = [
  // 4 kB gzip of a budget of 20, for pages on plain HTTP alone.
  { find: "@noble/hashes/sha2.js", replacement: join(SDK, "src/plugin/no-script-hash.ts") },
  // For lives whose lists the engine is given.
  { find: /^\.\/prefetch\.ts$/, replacement: join(SDK, "src/plugin/no-prefetch.ts") },
  { find: /^\.{1,2}\/(?:scheduler\/)?ahead\.ts$/, replacement: join(SDK, "src/plugin/no-prefetch.ts") },
  { find: /^\.\/prefetching\.ts$/, replacement: join(SDK, "src/plugin/no-prefetching.ts") },
  { find: /^\.\/concede\.ts$/, replacement: join(SDK, "src/plugin/no-concede.ts") },
  { find: /^\.\/composing\.ts$/, replacement: join(SDK, "src/plugin/no-composing.ts") },
];

/** Writes `{name}.js` (scripts that share the global `shoal`), `{name}.mjs` and `{name}.d.ts`. */
async function buildPlugin(outDir: string): Promise<void> {
  await rm(outDir, { recursive: true, force: true });
  for (const name of [CORE, ...PLUGIN_ADAPTERS, PLUGIN_OVERLAY, PLUGIN_CONSENT, PLUGIN_NOTES]) {
    for (const format of ["iife", "es"] as const) await build(configOf(name, format, outDir));
  }
  await cp(join(SDK, "types"), outDir, { recursive: true });
  const files = await readdir(outDir);
  for (const file of files) await cp(join(outDir, file), join(outDir, VERSION, file));
  await copySamples(join(outDir, "samples"));
}

/** Pages that show the plugin, and what one of them plays with where a public CDN cannot be reached. */
async function copySamples(outDir: string): Promise<void> {
  await cp(join(SDK, "samples"), outDir, { recursive: true });
  await cp(
    join(dirname(createRequire(import.meta.url).resolve("hls.js")), "hls.min.js"),
    join(outDir, "hls.min.js"),
  );
}

const PRIVATE = new RegExp(`^(?:${PRIVATE_NAMES.join("|")})$`);

/** Does what the bundler's minifier leaves, such as writing functions where they are called: 0.5 kB gzip of the core. */
const secondMinifier = (isModule: boolean): Plugin => ({
  name: "second-minifier",
  async generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== "chunk") continue;
      const { code } = await minifyAgain(chunk.code, {
        ...{ ecma: 2022, module: isModule, toplevel: true, mangle: { toplevel: true } },
        // Statements that are not drawn into one are more alike, which gzip likes better.
        compress: {
          ecma: 2022,
          toplevel: true,
          passes: 3,
          conditionals: false,
          loops: false,
          sequences: false,
        },
        // Those that are left by now are words to bundlers.
        format: { comments: "all" },
      });
      chunk.code = code;
    }
  },
});

function configOf(name: string, format: "iife" | "es", outDir: string): InlineConfig {
  const extension = format === "es" ? "mjs" : "js";
  const minify = name === CORE ? { mangleProps: { include: PRIVATE } } : true;
  const isCore = (id: string) => name !== CORE && /(^|\/)shoal\.ts$/.test(id);
  return {
    configFile: false,
    root: SDK,
    logLevel: "error",
    plugins: [secondMinifier(format === "es"), precompress()],
    resolve: { alias: LEFT_OUT },
    build: {
      ...{ outDir, emptyOutDir: false, target: "es2022", minify: false },
      lib: {
        entry: join(SDK, "src/plugin", `${name}.ts`),
        ...{ name: "shoal", formats: [format], fileName: () => `${name}.${extension}` },
      },
      rolldownOptions: {
        external: isCore,
        output: {
          ...{ extend: true, minify, globals: () => "shoal", paths: () => `./${CORE}.mjs` },
          // Constants stay constants, so that each is written where it is read: 0.2 kB gzip of the core.
          topLevelVar: false,
          // Nobody asks the global what it is; a bundler may still read the modules' comments.
          ...(format === "iife" ? { generatedCode: { symbols: false }, comments: false } : {}),
        },
      },
    },
  };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  await buildPlugin(process.argv[2] ?? join(SDK, "dist"));
}
