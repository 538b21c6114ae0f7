import type { MediaMessage } from "@shoal/rtmp";

/**
 * Receives the publisher's messages in parallel with the encoder, without delaying it. Its failures do not affect anything else.
 */
export interface InputListener {
  /** Called when a publisher has connected; earlier input is over. */
  begin(nowMs: number): void;
  /** Called with a message as the publisher sent it: timestamps may start anywhere, and jump. */
  message(message: MediaMessage, nowMs: number): void;
  /** Called when the publisher has disconnected; it may return. */
  gone(nowMs: number): void;
  /** Called once, as the last call, when the live has ended. */
  end(): void;
}
