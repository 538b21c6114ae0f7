import type { ModuleThings } from "./things.ts";

/** What modules tell of their things by themselves; `npm run new:module` adds to it. */
export const MODULE_THINGS: readonly ModuleThings[] = [];
