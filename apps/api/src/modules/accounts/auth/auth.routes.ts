import type { FastifyInstance } from "fastify";
import type { GuardFor } from "../../../platform/http/bind-route.ts";
import type { AuthService } from "./auth.service.ts";
import { registerLinkRoutes } from "./links.routes.ts";
import { registerOwnAccountRoutes, registerSessionRoutes } from "./own-account.routes.ts";
import { registerProviderReturn } from "./provider-return.routes.ts";
import { type PublicSettings, registerSignInRoutes } from "./sign-in.routes.ts";
import { registerTwoFactorRoutes } from "./two-factor.routes.ts";

/** Binds every route of signing in and of the caller's own account. */
export function registerAuthRoutes(
  app: FastifyInstance,
  guardFor: GuardFor,
  auth: AuthService,
  settings: PublicSettings & { publicUrl: string },
): void {
  const { publicUrl, ...shown } = settings;
  registerSignInRoutes(app, guardFor, auth, shown);
  registerLinkRoutes(app, guardFor, auth);
  registerOwnAccountRoutes(app, guardFor, auth);
  registerSessionRoutes(app, guardFor, auth);
  registerTwoFactorRoutes(app, guardFor, auth);
  registerProviderReturn(app, publicUrl);
}
