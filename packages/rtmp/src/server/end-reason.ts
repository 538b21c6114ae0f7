import type { RtmpFaultCode } from "../protocol/fault.ts";

/**
 * Why the publisher ended: it said so, disappeared, sent nothing for too long or unreadable data; someone else publishes with
 * the same key; the sink failed; the server or its owner ended it.
 */
export type EndReason =
  | "unpublished"
  | "disconnected"
  | "idle"
  | RtmpFaultCode
  | "replaced"
  | "failed"
  | "closed";
