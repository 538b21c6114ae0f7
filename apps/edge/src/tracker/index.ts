export { createTracker } from "./tracker.ts";
export type { Judgement, Tracker, TrackerLog, TrackerOptions } from "./tracker.types.ts";
