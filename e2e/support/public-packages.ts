import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { build, type Rolldown } from "vite";
import { REPOSITORY_ROOT } from "../../apps/start/src/settings.ts";

const CDN_URL = "https://cdn.jsdelivr.net/npm/";
const PACKAGE_ADDRESS = /^((?:@[\w-]+\/)?[\w.-]+)@([\d.]+)\/(.+)$/;
const TYPES_BY_EXTENSION: Record<string, string> = {
  css: "text/css",
  js: "text/javascript",
  mjs: "text/javascript",
};

/**
 * The bundled files by URL. The public package CDN also bundles packages that are not ES modules. The bundles share one React, as
 * on the CDN.
 */
const BUNDLED_PACKAGES: Record<string, string> = {
  "react/+esm": `export { createElement, useEffect, useRef } from "react";`,
  "react-dom/client/+esm": `export { createRoot } from "react-dom/client";`,
};
let bundledFiles: Promise<Map<string, string>> | undefined;

/** Responds to a page's requests to the public package CDN with the installed packages of the same version. */
export async function answerPackages(page: Page): Promise<void> {
  await page.route(`${CDN_URL}**`, async (route) => {
    const address = route.request().url().slice(CDN_URL.length);
    bundledFiles ??= bundlePackages();
    const bundled = (await bundledFiles).get(address.replace(/@[\d.]+/, ""));
    const body = bundled ?? (await readInstalled(address));
    if (bundled !== undefined) await expectInstalled(address);
    const contentType = TYPES_BY_EXTENSION[address.split(".").at(-1) ?? ""] ?? "text/javascript";
    await route.fulfill({ body, contentType, headers: { "access-control-allow-origin": "*" } });
  });
}

async function readInstalled(address: string): Promise<string> {
  const { name, path } = await expectInstalled(address);
  return readFile(join(REPOSITORY_ROOT, "node_modules", name, path), "utf8");
}

/** Checks that a sample names the installed version of a package. @throws if the sample names another version. */
async function expectInstalled(address: string): Promise<{ name: string; path: string }> {
  const [, name = "", version, path = ""] = PACKAGE_ADDRESS.exec(address) ?? [];
  // The URL of a chunk that two bundles share contains no version.
  if (!name) return { name: "", path: address };
  const text = await readFile(join(REPOSITORY_ROOT, "node_modules", name, "package.json"), "utf8");
  const installed = (JSON.parse(text) as { version: string }).version;
  if (installed !== version) throw new Error(`A sample names ${address}; ${installed} is installed`);
  return { name, path };
}

async function bundlePackages(): Promise<Map<string, string>> {
  const require = createRequire(join(REPOSITORY_ROOT, "apps/dashboard/package.json"));
  const result = await build({
    configFile: false,
    logLevel: "error",
    define: { "process.env.NODE_ENV": '"production"' },
    plugins: [
      {
        name: "bundled",
        enforce: "pre",
        resolveId: (id) =>
          id in BUNDLED_PACKAGES
            ? `\0${id}`
            : /^react(-dom\/client)?$/.test(id)
              ? require.resolve(id)
              : undefined,
        load: (id) => BUNDLED_PACKAGES[id.slice(1)],
      },
    ],
    build: {
      write: false,
      minify: false,
      rolldownOptions: {
        input: Object.fromEntries(Object.keys(BUNDLED_PACKAGES).map((name) => [name.replace("+", ""), name])),
        preserveEntrySignatures: "strict",
        output: { entryFileNames: "[name]", chunkFileNames: "shared.mjs" },
      },
    },
  });
  const { output } = result as Rolldown.RolldownOutput;
  const chunks = output.filter((file) => file.type === "chunk");
  return new Map(chunks.map(({ fileName, code }) => [fileName.replace(/esm$/, "+esm"), code]));
}
