import { z } from "zod";
import { LANGUAGES, Revision } from "../accounts/account.ts";
import { integerText, Moment, Text } from "../text.ts";

export const WEBHOOK_EVENTS = [
  "video.created",
  "video.uploaded",
  "video.playable",
  "video.encoded",
  "video.failed",
  "video.replaced",
  "video.deleted",
  "video.restored",
  "live.started",
  "live.lost",
  "live.back",
  "live.ended",
  "live.archived",
  "alert.opened",
  "alert.acknowledged",
  "alert.closed",
  "version.added",
  "comment.created",
  "comment.mentioned",
  "decision.wanted",
  "decision.made",
  "chat.mentioned",
  "member.added",
  "member.removed",
  "invoice.issued",
  "invoice.paid",
  "cdn.created",
  "cdn.changed",
  "cdn.deleted",
] as const;
export type WebhookEventType = (typeof WEBHOOK_EVENTS)[number];
/** The type of a test message, sent on request. */
export const WEBHOOK_TEST_EVENT = "webhook.test";

/**
 * The recipient of the messages: a program, in the format of Standard Webhooks; or people, as a sentence in a Slack or Microsoft Teams
 * channel.
 */
export const WEBHOOK_FORMATS = ["standard", "slack", "teams"] as const;
export type WebhookFormat = (typeof WEBHOOK_FORMATS)[number];

export const MAX_WEBHOOKS = 20;
export const MAX_WEBHOOK_URL_LENGTH = 2_000;
export const MAX_WEBHOOK_DESCRIPTION_LENGTH = 200;
/** The time for which the previous secret still signs messages, in ms. */
export const WEBHOOK_ROTATION_DURATION_MS = 24 * 3_600_000;
/** The time for which the delivery of an event is retried, in ms. */
export const WEBHOOK_RETRY_PERIOD_MS = 3 * 24 * 3_600_000;
/** Maximum number of events that one call resends. */
export const MAX_RESENT_WEBHOOK_MESSAGES = 10_000;
export const WEBHOOK_DELIVERIES_PAGE_SIZE = 50;
/** The number of days for which events and their log are kept. */
export const WEBHOOK_RETENTION_DAYS = 30;

/** Why a webhook is off: a user turned it off, it failed for three days, or its address returned 410. */
export const WEBHOOK_OFF_REASONS = ["user", "failing", "gone"] as const;
export type WebhookOffReason = (typeof WEBHOOK_OFF_REASONS)[number];

const WebhookUrl = Text.trim()
  .min(1)
  .max(MAX_WEBHOOK_URL_LENGTH)
  .refine((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol), {
    message: "must be an http or https URL",
  });

const webhookFields = {
  url: WebhookUrl,
  description: Text.trim().max(MAX_WEBHOOK_DESCRIPTION_LENGTH).default(""),
  /** The events to send; [] for all, including types added in the future. */
  events: z.array(z.enum(WEBHOOK_EVENTS)).max(WEBHOOK_EVENTS.length).default([]),
  format: z.enum(WEBHOOK_FORMATS).default("standard"),
  /** The language of sentences, for Slack and Teams. */
  language: z.enum(LANGUAGES).default("EN"),
};
export const CreateWebhook = z.strictObject(webhookFields);
export type CreateWebhook = z.infer<typeof CreateWebhook>;
export const UpdateWebhook = z.strictObject({
  url: WebhookUrl.optional(),
  description: Text.trim().max(MAX_WEBHOOK_DESCRIPTION_LENGTH).optional(),
  events: z.array(z.enum(WEBHOOK_EVENTS)).max(WEBHOOK_EVENTS.length).optional(),
  format: z.enum(WEBHOOK_FORMATS).optional(),
  language: z.enum(LANGUAGES).optional(),
  isOn: z.boolean().optional(),
  revision: Revision.optional(),
});
export type UpdateWebhook = z.infer<typeof UpdateWebhook>;

export const WebhookView = z.object({
  uuid: z.string(),
  url: z.string(),
  description: z.string(),
  events: z.array(z.enum(WEBHOOK_EVENTS)),
  format: z.enum(WEBHOOK_FORMATS),
  language: z.enum(LANGUAGES),
  isOn: z.boolean(),
  /** Why the webhook is off; null while it is on. */
  offReason: z.enum(WEBHOOK_OFF_REASONS).nullable(),
  /** When the current series of failed deliveries started; null if the last delivery succeeded. */
  failingSince: z.string().nullable(),
  /** The number of events that wait to be sent, or to be sent again. */
  waitingCount: z.number(),
  createdAt: z.string(),
  /** When the previous secret stops signing; null if there is none. */
  oldSecretUntil: z.string().nullable(),
  revision: z.number(),
});
export type WebhookView = z.infer<typeof WebhookView>;

export const WebhookWithSecret = WebhookView.extend({
  /** `whsec_` and base64, as Standard Webhooks libraries expect it: returned once. */
  secret: z.string(),
});
export type WebhookWithSecret = z.infer<typeof WebhookWithSecret>;

export const WEBHOOK_DELIVERY_STATES = ["waiting", "sent", "failed"] as const;
export type WebhookDeliveryState = (typeof WEBHOOK_DELIVERY_STATES)[number];

/** The delivery of one event to one webhook. */
export const WebhookDeliveryView = z.object({
  id: z.number(),
  /** Identifies the event: the `webhook-id` of each attempt, including resends. */
  event: z.string(),
  type: z.enum([...WEBHOOK_EVENTS, WEBHOOK_TEST_EVENT]),
  at: z.string(),
  state: z.enum(WEBHOOK_DELIVERY_STATES),
  attempts: z.number(),
  /** The time of the next attempt; null if none is scheduled. */
  nextAt: z.string().nullable(),
  /** When the last attempt was made; null before the first one. */
  lastAt: z.string().nullable(),
  /** HTTP status; null if there was no response. */
  status: z.number().nullable(),
  durationMs: z.number().nullable(),
  /** Why there was no response; null if there was one. */
  error: z.string().nullable(),
});
export type WebhookDeliveryView = z.infer<typeof WebhookDeliveryView>;

export const WebhookDeliveryDetails = WebhookDeliveryView.extend({
  /** The body that was sent. */
  request: z.string(),
  /** The first 2,000 characters of the last response. */
  answer: z.string().nullable(),
});
export type WebhookDeliveryDetails = z.infer<typeof WebhookDeliveryDetails>;

export const WebhookDeliveries = z.object({
  _embedded: z.array(WebhookDeliveryView),
  /** The value of `before` for the next page; null at the end. */
  next: z.number().nullable(),
});
export type WebhookDeliveries = z.infer<typeof WebhookDeliveries>;

export const WebhookDeliveriesQuery = z.strictObject({
  state: z.enum(WEBHOOK_DELIVERY_STATES).optional(),
  before: integerText(z.number().int().min(1).max(Number.MAX_SAFE_INTEGER)).optional(),
});
export type WebhookDeliveriesQuery = z.infer<typeof WebhookDeliveriesQuery>;

/** Selects the events to resend by period. */
export const ResendWebhookEvents = z.strictObject({
  since: Moment,
  until: Moment,
  /** If false, also resends events that were delivered. */
  onlyFailed: z.boolean().default(true),
});
export type ResendWebhookEvents = z.infer<typeof ResendWebhookEvents>;
export const ResentWebhookEvents = z.object({ count: z.number() });
