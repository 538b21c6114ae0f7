import { concedeToPeer } from "./concede.ts";
import { decide } from "./decide.ts";
import type { SchedulerExtras } from "./plan.ts";
import { dropBehind, planAhead, setAhead } from "./prefetch.ts";
import type { SwarmEvent, SwarmState, Transition } from "./state.ts";

/** Additional decisions for pages with our own player. */
export const FULL_SCHEDULER: SchedulerExtras = {
  planAhead,
  setAhead,
  dropBehind,
  concede: concedeToPeer,
};

/** Decides how to react to an event, with all decisions that the swarm knows. */
export const reduce = (before: SwarmState, event: SwarmEvent, nowMs: number): Transition =>
  decide(before, event, nowMs, FULL_SCHEDULER);
