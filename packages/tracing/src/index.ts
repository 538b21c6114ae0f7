export { currentTrace, inJobSpan, nameSpanByRoute, splitTrace, type TraceParent } from "./spans.ts";
export { withTracing } from "./with-tracing.ts";
