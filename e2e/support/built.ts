import { join } from "node:path";
import { ROOT } from "../../apps/start/src/settings.ts";

/** The dashboard, as built by `npm test`. */
export const DASHBOARD_DIR = join(ROOT, "apps/dashboard/dist");
/** The player, as built by `npm test`. */
export const PLAYER_DIR = join(ROOT, "apps/player/dist");
export const PLUGIN_DIR = join(ROOT, "packages/sdk/dist");
