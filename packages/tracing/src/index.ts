export { currentTrace, inJobSpan, nameSpanByRoute, splitTrace, type TraceParent } from "./spans.ts";
export { type TracingOptions, withTracing } from "./with-tracing.ts";
