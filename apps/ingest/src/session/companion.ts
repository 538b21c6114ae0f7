import type { MediaMessage } from "@shoal/rtmp";

/**
 * Hears what the publisher of a live sends, beside its encoder: it waits for nothing, and what goes wrong with it touches
 * nothing else.
 */
export interface Companion {
  /** A publisher is there; what came before him is past. */
  begin(nowMs: number): void;
  /** As he sent it: his times may begin anywhere, and jump. */
  message(message: MediaMessage, nowMs: number): void;
  /** He is gone, and may come back. */
  gone(nowMs: number): void;
  /** The live has ended. Called once, last. */
  end(): void;
}
