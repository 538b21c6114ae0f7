import type { RtmpFaultCode } from "../protocol/fault.ts";

/**
 * Why the connection ended: the publisher ended its stream, disappeared, was silent for too long or sent unreadable data; another publisher
 * uses the same key; the sink failed; the server or its owner ended it.
 */
export type EndReason =
  | "unpublished"
  | "disconnected"
  | "idle"
  | RtmpFaultCode
  | "replaced"
  | "failed"
  | "closed";
