import { routes } from "@shoal/contract";
import type { FastifyInstance } from "fastify";
import type { GuardFor } from "../../../platform/http/bind-route.ts";
import { originOf } from "./actor.ts";
import type { AuthService } from "./auth.service.ts";
import { bindRoutes } from "./bind-routes.ts";

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
  bindRoutes(app, guardFor, routes, {
    login: ({ body, request }) => signIn.signIn(body, originOf(request)),
    logout: ({ actor }) => sessions.endOwn(actor),
    startGithub: ({ request }) => provider.start(originOf(request)),
    loginGithub: ({ body, request }) => signIn.signInAtProvider(body, originOf(request)),
    getStatus: async () => ({
      isReady: await isReady(),
      encodingsWait: await encodingsWait(),
    }),
    getSettings: async () => ({ ...settings, github: provider.isConfigured }),
  });
}
