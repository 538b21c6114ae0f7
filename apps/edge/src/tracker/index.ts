export { isSameRules } from "./member.ts";
export { createTracker } from "./tracker.ts";
export type { Judgement, Tracker, TrackerLog, TrackerOptions, Watching } from "./tracker.types.ts";
