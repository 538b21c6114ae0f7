import type { EncodePlan, MediaColours, PlannedRung } from "@shoal/contract/stored-data";

/** The segments `[segmentFrom, segmentTo)` of some rungs, from one decode. */
export interface VideoJob {
  plan: EncodePlan;
  rungs: readonly PlannedRung[];
  segmentFrom: number;
  segmentTo: number;
  /** Parameter set ids by rung, for frames that share an init segment with others; 0 by default. */
  setIds?: ReadonlyMap<string, number>;
  /**
   * The colour range of the decoded values, for frames placed next to existing ones: they keep their colours and tags, whatever
   * the plan says.
   */
  keptRange?: MediaColours["range"];
}
