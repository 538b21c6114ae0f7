import { z } from "zod";
import {
  CreateWebhook,
  ResendWebhookEvents,
  ResentWebhookEvents,
  UpdateWebhook,
  WebhookDeliveries,
  WebhookDeliveriesQuery,
  WebhookDeliveryDetails,
  WebhookView,
  WebhookWithSecret,
} from "../developers/webhook.ts";
import { defineRoute } from "../route.ts";
import { integerText, Uuid } from "../text.ts";

const WebhookId = z.object({ id: Uuid });
const DeliveryId = WebhookId.extend({
  delivery: integerText(z.number().int().min(1).max(Number.MAX_SAFE_INTEGER)),
});

/** The calls that manage the webhooks of the caller's client. */
export const webhookRoutes = {
  listWebhooks: defineRoute({
    method: "GET",
    path: "/api/webhooks",
    guard: "manager",
    scope: "webhooks:read",
    summary: "List the client's webhooks, oldest first",
    response: z.array(WebhookView),
  }),
  createWebhook: defineRoute({
    method: "POST",
    path: "/api/webhooks",
    guard: "manager",
    scope: "webhooks:write",
    summary: "Create a webhook; the secret with which its messages are signed is returned only once",
    body: CreateWebhook,
    response: WebhookWithSecret,
    status: 201,
  }),
  updateWebhook: defineRoute({
    method: "PUT",
    path: "/api/webhooks/{id}",
    guard: "manager",
    scope: "webhooks:write",
    summary: "Change a webhook, turn it off or on; messages waiting when it was turned off are not sent",
    params: WebhookId,
    body: UpdateWebhook,
    response: WebhookView,
  }),
  deleteWebhook: defineRoute({
    method: "DELETE",
    path: "/api/webhooks/{id}",
    guard: "manager",
    scope: "webhooks:write",
    summary: "Delete a webhook with its log",
    params: WebhookId,
  }),
  renewWebhookSecret: defineRoute({
    method: "POST",
    path: "/api/webhooks/{id}/secret",
    guard: "manager",
    scope: "webhooks:write",
    summary:
      "Rotate the secret of a webhook; the new one is returned only once, and messages carry signatures of both for 24 hours",
    params: WebhookId,
    response: WebhookWithSecret,
  }),
  testWebhook: defineRoute({
    method: "POST",
    path: "/api/webhooks/{id}/test",
    guard: "manager",
    scope: "webhooks:write",
    summary: "Send a test event to a webhook",
    params: WebhookId,
  }),
  listWebhookDeliveries: defineRoute({
    method: "GET",
    path: "/api/webhooks/{id}/deliveries",
    guard: "manager",
    scope: "webhooks:read",
    summary: "List what was sent to a webhook in the last 30 days, newest first, 50 a page",
    params: WebhookId,
    query: WebhookDeliveriesQuery,
    response: WebhookDeliveries,
  }),
  getWebhookDelivery: defineRoute({
    method: "GET",
    path: "/api/webhooks/{id}/deliveries/{delivery}",
    guard: "manager",
    scope: "webhooks:read",
    summary: "Get a sent message and the last response",
    params: DeliveryId,
    response: WebhookDeliveryDetails,
  }),
  resendWebhookDelivery: defineRoute({
    method: "POST",
    path: "/api/webhooks/{id}/deliveries/{delivery}/resend",
    guard: "manager",
    scope: "webhooks:write",
    summary: "Resend an event with the same webhook-id",
    params: DeliveryId,
  }),
  resendWebhookEvents: defineRoute({
    method: "POST",
    path: "/api/webhooks/{id}/resend",
    guard: "manager",
    scope: "webhooks:write",
    summary: "Resend the events of a period, 10,000 at most",
    params: WebhookId,
    body: ResendWebhookEvents,
    response: ResentWebhookEvents,
  }),
} as const;
