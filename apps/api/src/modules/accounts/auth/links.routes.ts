import { type BodyOf, routes } from "@shoal/contract";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { noteAbout } from "../../../platform/http/about-call.ts";
import type { GuardFor } from "../../../platform/http/bind-route.ts";
import { originOf } from "./actor.ts";
import { presentForgotten, presentInvited, presentUser } from "./auth.present.ts";
import type { AuthService } from "./auth.service.ts";
import { bindRoutes } from "./bind-routes.ts";

/** 32 random bytes as base64url; a username may have 43 letters, too, but programs that ask for it by GET know no such one. */
const isLinkKey = (id: string) => /^[\w-]{43}$/.test(id);

/** What somebody does who follows a link. */
export function registerLinkRoutes(app: FastifyInstance, guardFor: GuardFor, auth: AuthService): void {
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
    noteAbout(request, { by: { userUuid, username, clientUuid, clientName } });
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
