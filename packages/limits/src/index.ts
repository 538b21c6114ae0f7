export { type JointRate, JointRates } from "./joint-rates.ts";
export type { Counted, Poured, SharedCounts } from "./shared-counts.ts";
