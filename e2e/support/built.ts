import { join } from "node:path";
import { ROOT } from "../../apps/start/src/settings.ts";

/** What viewers load, as `npm test` has built it from the sources. */
export const PLAYER_DIR = join(ROOT, "apps/player/dist");
export const PLUGIN_DIR = join(ROOT, "packages/sdk/dist");
