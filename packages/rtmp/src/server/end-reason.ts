import type { RtmpFaultCode } from "../protocol/fault.ts";

/**
 * Why nothing more comes: the publisher said so, is gone, sent nothing for too long or what cannot be read; someone else
 * publishes with the same key; the sink failed; the server or its owner ended it.
 */
export type EndReason =
  | "unpublished"
  | "disconnected"
  | "idle"
  | RtmpFaultCode
  | "replaced"
  | "failed"
  | "closed";
