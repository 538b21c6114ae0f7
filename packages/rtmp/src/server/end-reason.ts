import type { RtmpFaultCode } from "../protocol/fault.ts";

/**
 * Why the connection ended. The publisher ended its stream, disappeared, was silent for too long or sent unreadable data. Or
 * another publisher used the same key, the sink failed, or the server or its owner ended the connection.
 */
export type EndReason =
  | "unpublished"
  | "disconnected"
  | "idle"
  | RtmpFaultCode
  | "replaced"
  | "failed"
  | "closed";
