// Builds the public player plugin: a core and one file per player, each as a script and as an ES module.
//   node scripts/build/plugin.ts [folder]
import { cp, readdir, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { VERSION } from "@shoal/sdk/plugin-version";
import { build, type InlineConfig } from "vite";
import { REPOSITORY_ROOT } from "../../apps/start/src/settings.ts";
import { precompress } from "./precompress.ts";

const SDK_FOLDER = join(REPOSITORY_ROOT, "packages/sdk");
/** The adapters for players. They are bundled without the core, which each adapter takes from the page. */
export const PLUGIN_ADAPTERS = ["shoal-hls", "shoal-shaka", "shoal-dash", "shoal-videojs"];
/** The overlay. It is bundled separately, and uses the globals that the other files define on the page. */
export const PLUGIN_OVERLAY = "shoal-overlay";
/** The consent dialog. It is a separate file, which the core loads only if viewers' consent is required. */
export const PLUGIN_CONSENT = "shoal-consent";
/** The code that reports more than the counters. It is a separate file, which the core loads during playback. */
export const PLUGIN_NOTES = "shoal-notes";
const CORE_NAME = "shoal";

/** Writes `{name}.js` (scripts that share the global `shoal`), `{name}.mjs` and `{name}.d.ts`. */
async function buildPlugin(outDir: string): Promise<void> {
  await rm(outDir, { recursive: true, force: true });
  for (const name of [CORE_NAME, ...PLUGIN_ADAPTERS, PLUGIN_OVERLAY, PLUGIN_CONSENT, PLUGIN_NOTES]) {
    for (const format of ["iife", "es"] as const) await build(buildConfig(name, format, outDir));
  }
  await cp(join(SDK_FOLDER, "types"), outDir, { recursive: true });
  const files = await readdir(outDir);
  for (const file of files) await cp(join(outDir, file), join(outDir, VERSION, file));
  await copySamples(join(outDir, "samples"));
}

/** Copies the plugin's sample pages, and the media that one of them plays if a public CDN cannot be reached. */
async function copySamples(outDir: string): Promise<void> {
  await cp(join(SDK_FOLDER, "samples"), outDir, { recursive: true });
  await cp(
    join(dirname(createRequire(import.meta.url).resolve("hls.js")), "hls.min.js"),
    join(outDir, "hls.min.js"),
  );
}

function buildConfig(name: string, format: "iife" | "es", outDir: string): InlineConfig {
  const extension = format === "es" ? "mjs" : "js";
  const isCore = (id: string) => name !== CORE_NAME && /(^|\/)shoal\.ts$/.test(id);
  return {
    configFile: false,
    root: SDK_FOLDER,
    logLevel: "error",
    plugins: [precompress()],
    build: {
      outDir,
      emptyOutDir: false,
      target: "es2022",
      lib: {
        entry: join(SDK_FOLDER, "src/plugin", `${name}.ts`),
        name: "shoal",
        formats: [format],
        fileName: () => `${name}.${extension}`,
      },
      rolldownOptions: {
        external: isCore,
        output: {
          extend: true,
          minify: true,
          globals: () => "shoal",
          paths: () => `./${CORE_NAME}.mjs`,
          // Constants are not turned into variables, so the minifier inlines them. This saves 0.2 kB gzip of the core.
          topLevelVar: false,
          // The global needs no module tag. The comments of modules are kept, because a bundler may still read them.
          ...(format === "iife" ? { generatedCode: { symbols: false }, comments: false } : {}),
        },
      },
    },
  };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  await buildPlugin(process.argv[2] ?? join(SDK_FOLDER, "dist"));
}
