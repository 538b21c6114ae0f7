import type { MediaMessage } from "@shoal/rtmp";

/**
 * Hears what the publisher of a live sends, beside its encoder: it waits for nothing, and what goes wrong with it touches
 * nothing else.
 */
export interface InputListener {
  /** A publisher has connected; what came before it is past. */
  begin(nowMs: number): void;
  /** The message as the publisher sent it: timestamps may start anywhere, and jump. */
  message(message: MediaMessage, nowMs: number): void;
  /** The publisher has disconnected, and may return. */
  gone(nowMs: number): void;
  /** The live has ended. Called once, last. */
  end(): void;
}
