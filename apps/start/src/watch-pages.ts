import { join } from "node:path";
import { build } from "vite";
import { ROOT } from "./settings.ts";

/** Pages that someone has open go on to find the files that they load late. */
const KEEP_OLD_FILES = { emptyOutDir: false };

/** Builds the pages again whenever their sources change. @returns stops that. */
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
