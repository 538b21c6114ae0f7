export { isSameRules } from "./member.ts";
export { createTracker } from "./tracker.ts";
export type { EvaluatedRules, Tracker, TrackerLog, TrackerOptions, WatchingViewer } from "./tracker.types.ts";
