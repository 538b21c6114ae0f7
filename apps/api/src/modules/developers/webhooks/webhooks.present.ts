import type { Language, WebhookDeliveryView, WebhookEventType, WebhookView } from "@shoal/contract";
import { translateReason } from "../../../platform/http/field-reasons.ts";
import type { FoundDelivery, FoundWebhook } from "./webhooks.repository.ts";

export function presentWebhook(row: FoundWebhook): WebhookView {
  const isRotating = row.old_secret_until !== null && row.old_secret_until.getTime() > Date.now();
  return {
    uuid: row.uuid,
    url: row.url,
    description: row.description,
    events: row.events as WebhookEventType[],
    format: row.format,
    language: row.language,
    isOn: row.is_on,
    offReason: row.off_reason,
    failingSince: row.failing_since?.toISOString() ?? null,
    waitingCount: Number(row.waiting_count ?? 0),
    createdAt: row.created_at.toISOString(),
    oldSecretUntil: isRotating ? (row.old_secret_until?.toISOString() ?? null) : null,
    revision: row.revision,
  };
}

/** @param language the reader's, for the reason of a failure. */
export const presentDelivery = (row: FoundDelivery, language: Language): WebhookDeliveryView => ({
  id: row.id,
  event: row.event,
  type: row.type,
  at: row.at.toISOString(),
  state: row.state,
  attempts: row.attempts,
  nextAt: row.state === "waiting" ? row.due_at.toISOString() : null,
  lastAt: row.last_at?.toISOString() ?? null,
  status: row.last_status,
  durationMs: row.last_ms,
  error: row.last_error && translateReason(row.last_error, language),
});
