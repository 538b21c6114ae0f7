export type { DirectServer } from "./direct.types.ts";
export { openDirect } from "./open-direct.ts";
