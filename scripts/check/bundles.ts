import { access, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "vite";
import { ROOT } from "../start/settings.ts";

/** JavaScript that a page loads at once, gzipped, in kB. */
const BUDGETS_KB: Record<string, number> = {
  // Player and hls.js: 170 kB of it is hls.js.
  player: 240,
  dashboard: 280,
};

/** Builds the pages and weighs them; a text when one is over its budget. */
export async function checkBundles(): Promise<string | undefined> {
  const faults: string[] = [];
  for (const [app, budgetKb] of Object.entries(BUDGETS_KB)) {
    const outDir = await mkdtemp(join(tmpdir(), "shoal-bundle-"));
    try {
      await build({ root: join(ROOT, "apps", app), logLevel: "error", build: { outDir, emptyOutDir: true } });
      const weightKb = await weigh(outDir);
      if (weightKb > budgetKb)
        faults.push(`${app}: ${weightKb.toFixed(0)} kB gzip, the budget is ${budgetKb} kB`);
    } finally {
      await rm(outDir, { recursive: true, force: true });
    }
  }
  return faults.length > 0 ? faults.join("\n") : undefined;
}

async function weigh(folder: string): Promise<number> {
  const assets = join(folder, "assets");
  await access(assets);
  const scripts = (await readdir(assets)).filter((name) => name.endsWith(".js"));
  const sizes = await Promise.all(
    scripts.map(async (name) => gzipSync(await readFile(join(assets, name))).length),
  );
  return sizes.reduce((total, size) => total + size, 0) / 1000;
}
