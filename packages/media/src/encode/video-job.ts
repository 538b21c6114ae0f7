import type { EncodePlan, PlannedRung } from "@shoal/contract/storage";

/** The segments `[segmentFrom, segmentTo)` of some rungs, from one decode. */
export interface VideoJob {
  plan: EncodePlan;
  rungs: readonly PlannedRung[];
  segmentFrom: number;
  segmentTo: number;
  /** Ids of the parameter sets by rung, where pictures shall stand beside others under one init segment; otherwise 0. */
  setIds?: ReadonlyMap<string, number>;
}
