import { join } from "node:path";
import { build } from "vite";
import { ROOT } from "./settings.ts";

/** Open pages can still load the files that they import later. */
const KEEP_OLD_FILES = { emptyOutDir: false };

/** Rebuilds the pages whenever their sources change. @returns stops it. */
export async function watchPages(): Promise<() => Promise<void>> {
  const watchers = await Promise.all(
    ["dashboard", "player"].map((app) =>
      build({
        root: join(ROOT, "apps", app),
        logLevel: "warn",
        clearScreen: false,
        build: { ...KEEP_OLD_FILES, watch: {} },
      }),
    ),
  );
  return async () => {
    await Promise.all(watchers.map(async (watcher) => "close" in watcher && watcher.close()));
  };
}
