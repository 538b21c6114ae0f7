export { createTracker } from "./tracker.ts";
export type { Tracker, TrackerLog, TrackerOptions } from "./tracker.types.ts";
