import type { MediaMessage } from "@shoal/rtmp";

/**
 * Receives the publisher's messages in parallel with the encoder, without delaying it. Its failures do not affect anything else.
 */
export interface InputListener {
  /** A publisher has connected; earlier input is over. */
  begin(nowMs: number): void;
  /** The message as the publisher sent it: timestamps may start anywhere, and jump. */
  message(message: MediaMessage, nowMs: number): void;
  /** The publisher has disconnected, and may return. */
  gone(nowMs: number): void;
  /** The live has ended. Called once, last. */
  end(): void;
}
