import { routes } from "@shoal/contract";
import type { FastifyInstance } from "fastify";
import { bindRoute, type GuardFor } from "../../../platform/http/bind-route.ts";
import { originOf } from "./actor.ts";
import { actorOf } from "./auth.guard.ts";
import type { AuthService } from "./auth.service.ts";

/** What a page must know before anybody signed in. */
export interface PublicSettings {
  supportEmail: string;
  version: string;
  edgeUrl: string;
  /** Whether everything that the api cannot serve without is there. */
  isReady: () => Promise<boolean>;
  /** Whether the storage is so full that no encoding goes on. */
  encodingsWait: () => Promise<boolean>;
}

export function registerSignInRoutes(
  app: FastifyInstance,
  guardFor: GuardFor,
  { signIn, sessions, provider }: AuthService,
  { isReady, encodingsWait, ...settings }: PublicSettings,
): void {
  bindRoute(app, guardFor, routes.login, ({ body, request }) => signIn.signIn(body, originOf(request)));
  bindRoute(app, guardFor, routes.logout, async ({ request }) => {
    await sessions.endOwn(actorOf(request));
    return undefined;
  });
  bindRoute(app, guardFor, routes.startGithub, ({ request }) => provider.start(originOf(request)));
  bindRoute(app, guardFor, routes.loginGithub, ({ body, request }) =>
    signIn.signInAtProvider(body, originOf(request)),
  );
  bindRoute(app, guardFor, routes.getStatus, async () => ({
    isReady: await isReady(),
    encodingsWait: await encodingsWait(),
  }));
  bindRoute(app, guardFor, routes.getSettings, async () => ({ ...settings, github: provider.isConfigured }));
}
