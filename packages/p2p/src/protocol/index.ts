export * from "./frame-decode.ts";
export * from "./frame-encode.ts";
export * from "./frames.ts";
export * from "./limits.ts";
export * from "./ranges.ts";
export * from "./segment-id.ts";
export * from "./ticket.ts";
export * from "./tracker-messages.ts";
