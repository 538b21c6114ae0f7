/** A protocol violation of a publisher, or a message that would cost too much. */
export type RtmpFaultCode =
  | "bad_handshake"
  | "bad_chunk"
  | "bad_command"
  | "bad_value"
  | "message_too_large"
  | "too_late";

/** Ends a connection. Its text never holds a stream key. */
export class RtmpFault extends Error {
  readonly code: RtmpFaultCode;

  constructor(code: RtmpFaultCode, detail: string) {
    super(`${code}: ${detail}`);
    this.name = "RtmpFault";
    this.code = code;
  }
}
