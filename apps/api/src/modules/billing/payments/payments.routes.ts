import { AppError, routes } from "@shoal/contract";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { GuardFor } from "../../../platform/http/bind-route.ts";
import { bindRoutes } from "../../accounts/auth/index.ts";
import type { MeansService } from "./means.service.ts";

const WEBHOOK_PATH = "/api/payments/stripe";
/** The maximum size of the provider's events, which are a few kilobytes long. */
const MAX_EVENT_BYTES = 512_000;

export interface PaymentServices {
  means: MeansService;
  /** Handles the provider's events; undefined if no provider is configured. */
  handleEvent: ((body: Buffer, signature: string) => Promise<boolean>) | undefined;
  publicUrl: string;
}

export function registerPaymentRoutes(
  app: FastifyInstance,
  guardFor: GuardFor,
  { means, handleEvent, publicUrl }: PaymentServices,
): void {
  bindRoutes(app, guardFor, routes, {
    getPaymentMeans: ({ actor }) => means.getMeans(actor),
    startCheckout: ({ actor }) => means.startCheckout(actor),
    confirmCheckout: ({ actor, params }) => means.confirmCheckout(actor, params.checkout),
    removePaymentMeans: ({ actor }) => means.removeMeans(actor),
  });
  registerReturns(app, publicUrl);
  if (handleEvent) registerWebhook(app, handleEvent);
}

const CheckoutReturnQuery = z.object({ checkout: z.string().max(200).optional() });

/**
 * Adds the provider's return addresses. The dashboard's pages follow `#`, before which the provider would insert its
 * parameters.
 */
function registerReturns(app: FastifyInstance, publicUrl: string): void {
  for (const page of ["pluginpaymentsuccess", "pluginpaymentfailure"])
    app.get(`/${page}`, async (request, reply) => {
      const { checkout } = CheckoutReturnQuery.safeParse(request.query).data ?? {};
      const query = checkout === undefined ? "" : `?${new URLSearchParams({ checkout })}`;
      return reply.header("cache-control", "no-store").redirect(`${publicUrl}/#/${page}${query}`, 302);
    });
}

/** Adds the route for the provider's events. The signature covers the raw bytes, so the body is not parsed first. */
function registerWebhook(
  app: FastifyInstance,
  handleEvent: NonNullable<PaymentServices["handleEvent"]>,
): void {
  void app.register(async (scope) => {
    scope.removeContentTypeParser("application/json");
    scope.addContentTypeParser(
      "application/json",
      { parseAs: "buffer", bodyLimit: MAX_EVENT_BYTES },
      (_request, body, done) => done(null, body),
    );
    scope.post(WEBHOOK_PATH, async (request, reply) => {
      const signature = String(request.headers["stripe-signature"] ?? "");
      const isTaken = Buffer.isBuffer(request.body) && (await handleEvent(request.body, signature));
      if (!isTaken) throw new AppError("bad_request", "The signature is not valid");
      return reply.code(204).send();
    });
  });
}
