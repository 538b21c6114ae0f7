/** The kinds of faults: protocol violations of a publisher, and messages that would cost too much. */
export type RtmpFaultCode =
  | "bad_handshake"
  | "bad_chunk"
  | "bad_command"
  | "bad_value"
  | "message_too_large"
  | "too_late";

/** An error that ends a connection. Its text never contains a stream key. */
export class RtmpFault extends Error {
  readonly code: RtmpFaultCode;

  constructor(code: RtmpFaultCode, detail: string) {
    super(`${code}: ${detail}`);
    this.name = "RtmpFault";
    this.code = code;
  }
}
