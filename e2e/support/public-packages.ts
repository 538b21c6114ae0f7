import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { build, type Rolldown } from "vite";
import { ROOT } from "../../apps/start/src/settings.ts";

const CDN = "https://cdn.jsdelivr.net/npm/";
const ADDRESS = /^((?:@[\w-]+\/)?[\w.-]+)@([\d.]+)\/(.+)$/;
const TYPES: Record<string, string> = { css: "text/css", js: "text/javascript", mjs: "text/javascript" };

/**
 * The files that are bundled as the CDN does for packages that are not ES modules, by URL. They share one React, as on the CDN.
 */
const BUNDLED: Record<string, string> = {
  "react/+esm": `export { createElement, useEffect, useRef } from "react";`,
  "react-dom/client/+esm": `export { createRoot } from "react-dom/client";`,
};
let bundles: Promise<Map<string, string>> | undefined;

/** Answers a page's requests to the public package CDN with the installed packages of the same version. */
export async function answerPackages(page: Page): Promise<void> {
  await page.route(`${CDN}**`, async (route) => {
    const address = route.request().url().slice(CDN.length);
    bundles ??= bundle();
    const bundled = (await bundles).get(address.replace(/@[\d.]+/, ""));
    const body = bundled ?? (await readInstalled(address));
    if (bundled !== undefined) await expectInstalled(address);
    const contentType = TYPES[address.split(".").at(-1) ?? ""] ?? "text/javascript";
    await route.fulfill({ body, contentType, headers: { "access-control-allow-origin": "*" } });
  });
}

async function readInstalled(address: string): Promise<string> {
  const { name, path } = await expectInstalled(address);
  return readFile(join(ROOT, "node_modules", name, path), "utf8");
}

/** Checks that a sample names the installed version of a package. @throws if it names another one. */
async function expectInstalled(address: string): Promise<{ name: string; path: string }> {
  const [, name = "", version, path = ""] = ADDRESS.exec(address) ?? [];
  // A chunk that two bundles share has no version in its URL.
  if (!name) return { name: "", path: address };
  const text = await readFile(join(ROOT, "node_modules", name, "package.json"), "utf8");
  const installed = (JSON.parse(text) as { version: string }).version;
  if (installed !== version) throw new Error(`A sample names ${address}; ${installed} is installed`);
  return { name, path };
}

async function bundle(): Promise<Map<string, string>> {
  const require = createRequire(join(ROOT, "apps/dashboard/package.json"));
  const result = await build({
    configFile: false,
    logLevel: "error",
    define: { "process.env.NODE_ENV": '"production"' },
    plugins: [
      {
        name: "bundled",
        enforce: "pre",
        resolveId: (id) =>
          id in BUNDLED ? `\0${id}` : /^react(-dom\/client)?$/.test(id) ? require.resolve(id) : undefined,
        load: (id) => BUNDLED[id.slice(1)],
      },
    ],
    build: {
      write: false,
      minify: false,
      rolldownOptions: {
        input: Object.fromEntries(Object.keys(BUNDLED).map((name) => [name.replace("+", ""), name])),
        preserveEntrySignatures: "strict",
        output: { entryFileNames: "[name]", chunkFileNames: "shared.mjs" },
      },
    },
  });
  const { output } = result as Rolldown.RolldownOutput;
  const chunks = output.filter((file) => file.type === "chunk");
  return new Map(chunks.map(({ fileName, code }) => [fileName.replace(/esm$/, "+esm"), code]));
}
