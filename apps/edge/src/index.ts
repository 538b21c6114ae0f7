export { ConfigError, type EdgeConfig, readConfig } from "./config.ts";
export { type RunningEdge, startEdge } from "./edge.ts";
