import type { MediaMessage } from "@shoal/rtmp";

/**
 * Receives a publisher's messages in parallel with the encoder, without delaying it. If the listener fails, nothing else is
 * affected.
 */
export interface InputListener {
  /** Called when a publisher has connected. Input from an earlier publisher has ended. */
  begin(nowMs: number): void;
  /** Called with each message as the publisher sent it. Its timestamps may start anywhere, and jump. */
  message(message: MediaMessage, nowMs: number): void;
  /** Called when the publisher has disconnected. The publisher may return. */
  gone(nowMs: number): void;
  /** Called once when the live has ended. No other call follows. */
  end(): void;
}
