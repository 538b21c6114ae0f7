export * from "./forecast-load.ts";
export type { Media } from "./media.ts";
export * from "./profiles.ts";
export { Random } from "./random.ts";
export { type SimResult, simulate } from "./simulate.ts";
export type { WorldOptions } from "./simulation.types.ts";
