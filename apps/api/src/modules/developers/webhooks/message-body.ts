import type { WebhookMessage } from "@shoal/contract";

interface SentEvent {
  type: WebhookMessage["type"];
  at: Date;
  data: Record<string, unknown>;
}

/** What a message says; the same text at each attempt. */
export const bodyOf = ({ type, at, data }: SentEvent): string =>
  JSON.stringify({ type, timestamp: at.toISOString(), data } satisfies WebhookMessage);
