export * from "./attach-native.ts";
export type { Attachment, AttachOptions } from "./attachment.ts";
export type * from "./embed-messages.ts";
export * from "./faults.ts";
export * from "./hls/attach-hls.ts";
export * from "./hls/live-config.ts";
export type { PlayerStats } from "./metrics/meter.ts";
export * from "./session/play-call.ts";
