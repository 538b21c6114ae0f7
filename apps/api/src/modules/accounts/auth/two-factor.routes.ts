import { routes } from "@shoal/contract";
import type { FastifyInstance } from "fastify";
import { bindRoute, type GuardFor } from "../../../platform/http/bind-route.ts";
import { actorOf } from "./auth.guard.ts";
import type { AuthService } from "./auth.service.ts";

export function registerTwoFactorRoutes(
  app: FastifyInstance,
  guardFor: GuardFor,
  { twoFactor }: AuthService,
): void {
  bindRoute(app, guardFor, routes.startTwoFactor, ({ request, body }) =>
    twoFactor.start(actorOf(request), body.currentPassword),
  );
  bindRoute(app, guardFor, routes.confirmTwoFactor, async ({ request, body }) => ({
    recoveryCodes: await twoFactor.confirm(actorOf(request), body.code),
  }));
  bindRoute(app, guardFor, routes.stopTwoFactor, async ({ request, body }) => {
    await twoFactor.stop(actorOf(request), body);
    return undefined;
  });
}
