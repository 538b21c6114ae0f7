import type { EncodePlan, PlannedRung } from "@shoal/contract";

/** The segments `[segmentFrom, segmentTo)` of some rungs, from one decode. */
export interface VideoJob {
  plan: EncodePlan;
  rungs: readonly PlannedRung[];
  segmentFrom: number;
  segmentTo: number;
}
