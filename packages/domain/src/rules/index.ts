export * from "./access.ts";
export * from "./active-times.ts";
export * from "./addresses.ts";
export { hostOf } from "./hosts.ts";
export { joinRules } from "./join-rules.ts";
export * from "./peer-rules.ts";
export * from "./replay-access.ts";
export * from "./resolve-rules.ts";
export * from "./site-refusals.ts";
export {
  type AccessTrace,
  isToStart,
  type TracedStep,
  type TracedVideo,
  type TracedVisitor,
  traceAccess,
} from "./trace-access.ts";
