import type { EncodePlan, MediaColours, PlannedRung } from "@shoal/contract/storage";

/** The segments `[segmentFrom, segmentTo)` of some rungs, from one decode. */
export interface VideoJob {
  plan: EncodePlan;
  rungs: readonly PlannedRung[];
  segmentFrom: number;
  segmentTo: number;
  /** Ids of the parameter sets by rung, where pictures shall stand beside others under one init segment; otherwise 0. */
  setIds?: ReadonlyMap<string, number>;
  /**
   * Where pictures shall stand beside those that are decoded, as these are: neither colours nor tags change, whatever the plan says of
   * them. The range of the decoded numbers.
   */
  keptRange?: MediaColours["range"];
}
