import type { EncodePlan, MediaColours, PlannedRung } from "@shoal/contract/stored-data";

/** The segments `[segmentFrom, segmentTo)` of some rungs, which are made by decoding the source once. */
export interface VideoJob {
  plan: EncodePlan;
  rungs: readonly PlannedRung[];
  segmentFrom: number;
  segmentTo: number;
  /** The parameter set id of each rung whose frames share an init segment with other frames. The default is 0. */
  setIds?: ReadonlyMap<string, number>;
  /**
   * The colour range of the decoded values, for frames that are placed next to existing ones. Such frames keep their colours and
   * tags, whatever the plan says.
   */
  keptRange?: MediaColours["range"];
}
