import { routes } from "@shoal/contract";
import type { FastifyInstance } from "fastify";
import type { GuardFor } from "../../../platform/http/bind-route.ts";
import type { AuthService } from "./auth.service.ts";
import { bindRoutes } from "./bind-routes.ts";

export function registerTwoFactorRoutes(
  app: FastifyInstance,
  guardFor: GuardFor,
  { twoFactor }: AuthService,
): void {
  bindRoutes(app, guardFor, routes, {
    startTwoFactor: ({ actor, body }) => twoFactor.start(actor, body.currentPassword),
    confirmTwoFactor: async ({ actor, body }) => ({
      recoveryCodes: await twoFactor.confirm(actor, body.code),
    }),
    stopTwoFactor: ({ actor, body }) => twoFactor.stop(actor, body),
  });
}
