import { join } from "node:path";
import { ROOT } from "../../apps/start/src/settings.ts";

/** What account holders load, as `npm test` has built it from the sources. */
export const DASHBOARD_DIR = join(ROOT, "apps/dashboard/dist");
/** What viewers load, built likewise. */
export const PLAYER_DIR = join(ROOT, "apps/player/dist");
export const PLUGIN_DIR = join(ROOT, "packages/sdk/dist");
