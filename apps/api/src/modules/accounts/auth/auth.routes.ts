import { type BodyOf, routes } from "@shoal/contract";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import type { GuardFor } from "../../../platform/http/bind-route.ts";
import { describeCall } from "../../../platform/http/call-details.ts";
import { originOf } from "./actor.ts";
import { presentForgotten, presentInvited, presentSession, presentUser } from "./auth.present.ts";
import type { AuthService } from "./auth.service.ts";
import { bindRoutes } from "./bind-routes.ts";

/** Binds the routes of sign-in and of the caller's own account. */
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

/** Whether an id looks like a link key: 32 random bytes as base64url. No API client sends a 43-letter username by GET. */
const isLinkKey = (id: string) => /^[\w-]{43}$/.test(id);

/** Binds the routes of links in emails. */
function registerLinkRoutes(app: FastifyInstance, guardFor: GuardFor, auth: AuthService): void {
  const { signup, forgotten, emails, ownAccount } = auth;
  bindRoutes(app, guardFor, routes, {
    getSignup: async ({ params, request }) =>
      presentInvited(await signup.getInvited(params.id, originOf(request))),
    signup: ({ params, body, request }) => signup.signUp(params.id, body, originOf(request)),
    signupGithub: ({ params, body, request }) => signup.signUpAtProvider(params.id, body, originOf(request)),
  });
  const reset = async (request: FastifyRequest, key: string, wanted: BodyOf<typeof routes.resetPassword>) => {
    const user = await forgotten.reset(key, wanted, originOf(request));
    const { uuid: userUuid, username, client_uuid: clientUuid, client_name: clientName } = user;
    describeCall(request, { by: { userUuid, username, clientUuid, clientName } });
  };
  bindRoutes(app, guardFor, routes, {
    forgot: async ({ params, body, request }) => {
      const { password, confirmPassword = password } = body;
      if (password === undefined || confirmPassword === undefined)
        await forgotten.ask(params.id, originOf(request));
      else await reset(request, params.id, { password, confirmPassword });
    },
    getForgot: async ({ params, request }) => {
      if (isLinkKey(params.id))
        return presentForgotten(await forgotten.getLink(params.id, originOf(request)));
      await forgotten.ask(params.id, originOf(request));
    },
    resetPassword: ({ params, body, request }) => reset(request, params.id, body),
    verifyMail: async ({ actor, body, request }) => {
      await emails.verify(actor, body, originOf(request));
      return presentUser(await ownAccount.getUser(actor));
    },
    sendVerification: ({ actor, request }) => emails.sendVerification(actor, originOf(request)),
  });
}

function registerOwnAccountRoutes(app: FastifyInstance, guardFor: GuardFor, auth: AuthService): void {
  const { ownAccount, providerAccount } = auth;
  bindRoutes(app, guardFor, routes, {
    getMe: async ({ actor }) => presentUser(actor.user),
    updateMe: async ({ actor, request, body }) => {
      const { user, credential } = await ownAccount.change(actor, body, originOf(request));
      return { ...presentUser(user), ...(credential === undefined ? {} : { credential }) };
    },
    deleteMe: ({ actor, body }) => ownAccount.delete(actor, body.currentPassword),
    startGithubLink: ({ actor, request, body }) =>
      providerAccount.startLink(actor, body.currentPassword, originOf(request)),
    linkGithub: async ({ actor, body }) => {
      await providerAccount.link(actor, body);
      return presentUser(await ownAccount.getUser(actor));
    },
    unlinkGithub: async ({ actor }) => {
      await providerAccount.unlink(actor);
      return presentUser(await ownAccount.getUser(actor));
    },
  });
}

function registerSessionRoutes(app: FastifyInstance, guardFor: GuardFor, { sessions }: AuthService): void {
  bindRoutes(app, guardFor, routes, {
    listSessions: async ({ actor }) => {
      const rows = await sessions.list(actor);
      return rows.map((row) => presentSession(row, actor.sessionUuid));
    },
    deleteSession: ({ actor, params }) => sessions.endOne(actor, params.id),
    deleteOtherSessions: ({ actor }) => sessions.endOthers(actor),
  });
}

/** The settings that a page needs before sign-in. */
interface PublicSettings {
  supportEmail: string;
  version: string;
  edgeUrl: string;
  /** Whether everything that the api requires is available. */
  isReady: () => Promise<boolean>;
  /** Whether storage is too full for encoding. */
  encodingsWait: () => Promise<boolean>;
}

function registerSignInRoutes(
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

function registerTwoFactorRoutes(app: FastifyInstance, guardFor: GuardFor, { twoFactor }: AuthService): void {
  bindRoutes(app, guardFor, routes, {
    startTwoFactor: ({ actor, body }) => twoFactor.start(actor, body.currentPassword),
    confirmTwoFactor: async ({ actor, body }) => ({
      recoveryCodes: await twoFactor.confirm(actor, body.code),
    }),
    stopTwoFactor: ({ actor, body }) => twoFactor.stop(actor, body),
  });
}

/** The provider's parameters (RFC 6749 §4.1.2); others are dropped. */
const ProviderReturnQuery = z.object({
  code: z.string().max(500).optional(),
  state: z.string().max(200).optional(),
  error: z.string().max(200).optional(),
});

/**
 * Registers the provider's redirect address, which passes the parameters on to the dashboard. Its pages are behind `#`, which a
 * redirect address of the protocol cannot contain (RFC 6749 §3.1.2).
 */
function registerProviderReturn(app: FastifyInstance, publicUrl: string): void {
  app.get("/redirect", async (request, reply) => {
    const answer = ProviderReturnQuery.safeParse(request.query);
    const entries = Object.entries(answer.data ?? { error: "invalid_request" });
    const query = new URLSearchParams(
      entries.filter(([, value]) => value !== undefined) as [string, string][],
    );
    return reply.header("cache-control", "no-store").redirect(`${publicUrl}/#/redirect?${query}`, 302);
  });
}
