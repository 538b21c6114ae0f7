import { routes } from "@shoal/contract";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { GuardFor } from "../../../platform/http/bind-route.ts";
import { describeCall } from "../../../platform/http/call-details.ts";
import { callerLanguage } from "../../../platform/http/caller-language.ts";
import { bindRoutes } from "../../accounts/auth/index.ts";
import type { WebhooksService } from "./webhooks.service.ts";

export function registerWebhookRoutes(
  app: FastifyInstance,
  guardFor: GuardFor,
  webhooks: WebhooksService,
): void {
  bindRoutes(app, guardFor, routes, {
    listWebhooks: ({ actor }) => webhooks.listWebhooks(actor),
    createWebhook: async ({ actor, body, request }) => {
      const webhook = await webhooks.createWebhook(actor, body);
      describeCall(request, { target: webhook.uuid });
      return webhook;
    },
    updateWebhook: ({ actor, params, body }) => webhooks.updateWebhook(actor, params.id, body),
    deleteWebhook: ({ actor, params }) => webhooks.deleteWebhook(actor, params.id),
    renewWebhookSecret: ({ actor, params }) => webhooks.renewSecret(actor, params.id),
    testWebhook: ({ actor, params }) => webhooks.sendTest(actor, params.id),
    listWebhookDeliveries: ({ actor, params, query, request }) =>
      webhooks.listDeliveries(actor, params.id, query, languageOf(request)),
    getWebhookDelivery: ({ actor, params, request }) =>
      webhooks.getDelivery(actor, params.id, params.delivery, languageOf(request)),
    resendWebhookDelivery: ({ actor, params }) => webhooks.resendDelivery(actor, params.id, params.delivery),
    resendWebhookEvents: ({ actor, params, body }) => webhooks.resendEvents(actor, params.id, body),
  });
}

const languageOf = ({ headers }: FastifyRequest) => callerLanguage(headers["accept-language"]);
