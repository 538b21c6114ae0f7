import { join } from "node:path";
import { REPOSITORY_ROOT } from "../../apps/start/src/settings.ts";

/** The dashboard, as built by `npm test`. */
export const DASHBOARD_DIR = join(REPOSITORY_ROOT, "apps/dashboard/dist");
/** The player, as built by `npm test`. */
export const PLAYER_DIR = join(REPOSITORY_ROOT, "apps/player/dist");
export const PLUGIN_DIR = join(REPOSITORY_ROOT, "packages/sdk/dist");
