import type { MediaMessage } from "@shoal/rtmp";

/**
 * Receives a publisher's messages in parallel with the encoder, without delaying it. A failure of the listener affects nothing
 * else.
 */
export interface InputListener {
  /** Called when a publisher has connected, so that earlier input is over. */
  begin(nowMs: number): void;
  /** Called with each message as the publisher sent it: timestamps may start anywhere, and jump. */
  message(message: MediaMessage, nowMs: number): void;
  /** Called when the publisher has disconnected. The publisher may return. */
  gone(nowMs: number): void;
  /** Called once, as the last call, when the live has ended. */
  end(): void;
}
