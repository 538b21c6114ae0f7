import { join } from "node:path";
import { build } from "vite";
import { REPOSITORY_ROOT } from "./settings.ts";

/** Build options that keep old files, so that pages that are already open can still load them. */
const KEEP_FILES_OPTIONS = { emptyOutDir: false };

/**
 * Rebuilds the pages whenever their sources change.
 * @returns a function that stops the rebuilds.
 */
export async function watchPages(): Promise<() => Promise<void>> {
  const watchers = await Promise.all(
    ["dashboard", "player"].map((app) =>
      build({
        root: join(REPOSITORY_ROOT, "apps", app),
        logLevel: "warn",
        clearScreen: false,
        build: { ...KEEP_FILES_OPTIONS, watch: {} },
      }),
    ),
  );
  return async () => {
    await Promise.all(watchers.map(async (watcher) => "close" in watcher && watcher.close()));
  };
}
