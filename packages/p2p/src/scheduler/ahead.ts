// What others must know of loading ahead (prefetch.ts). The build of pages with a player of their own puts "never" here.
import { placeOf, type SegmentId } from "../protocol/index.ts";
import type { SwarmEvent, SwarmState } from "./state.ts";

/** The player has not asked for it yet. */
export const isAhead = ({ isPrefetch }: { isPrefetch: boolean }): boolean => isPrefetch;

/** Takes the list of what a live has published, for that before. */
export function setAhead(
  state: SwarmState,
  { segments }: Extract<SwarmEvent, { type: "published" }>,
): SwarmState {
  return { ...state, ahead: segments.map((entry) => ({ ...entry, ...placeOf(entry.segment) })) };
}

/** Held or not, what has arrived is not to be loaded ahead again. */
export function setArrived(state: SwarmState, arrived: SegmentId): SwarmState {
  return { ...state, ahead: state.ahead.filter(({ segment }) => segment !== arrived) };
}
