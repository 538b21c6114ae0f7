import { type BodyOf, routes } from "@shoal/contract";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { noteAbout } from "../../../platform/http/about-call.ts";
import { bindRoute, type GuardFor } from "../../../platform/http/bind-route.ts";
import { originOf } from "./actor.ts";
import { actorOf } from "./auth.guard.ts";
import { presentForgotten, presentInvited, presentUser } from "./auth.present.ts";
import type { AuthService } from "./auth.service.ts";

/** 32 random bytes as base64url; a username may have 43 letters, too, but programs that ask for it by GET know no such one. */
const isLinkKey = (id: string) => /^[\w-]{43}$/.test(id);

/** What somebody does who follows a link. */
export function registerLinkRoutes(app: FastifyInstance, guardFor: GuardFor, auth: AuthService): void {
  const { signup, forgotten, emails, ownAccount } = auth;
  bindRoute(app, guardFor, routes.getSignup, async ({ params, request }) =>
    presentInvited(await signup.getInvited(params.id, originOf(request))),
  );
  bindRoute(app, guardFor, routes.signup, ({ params, body, request }) =>
    signup.signUp(params.id, body, originOf(request)),
  );
  bindRoute(app, guardFor, routes.signupGithub, ({ params, body, request }) =>
    signup.signUpAtProvider(params.id, body, originOf(request)),
  );
  const reset = async (request: FastifyRequest, key: string, wanted: BodyOf<typeof routes.resetPassword>) => {
    const user = await forgotten.reset(key, wanted, originOf(request));
    const { uuid: userUuid, username, client_uuid: clientUuid, client_name: clientName } = user;
    noteAbout(request, { by: { userUuid, username, clientUuid, clientName } });
  };
  bindRoute(app, guardFor, routes.forgot, async ({ params, body, request }) => {
    const { password, confirmPassword = password } = body;
    if (password === undefined || confirmPassword === undefined)
      await forgotten.ask(params.id, originOf(request));
    else await reset(request, params.id, { password, confirmPassword });
    return undefined;
  });
  bindRoute(app, guardFor, routes.getForgot, async ({ params, request }) => {
    if (isLinkKey(params.id)) return presentForgotten(await forgotten.getLink(params.id, originOf(request)));
    await forgotten.ask(params.id, originOf(request));
    return undefined;
  });
  bindRoute(app, guardFor, routes.resetPassword, async ({ params, body, request }) => {
    await reset(request, params.id, body);
    return undefined;
  });
  bindRoute(app, guardFor, routes.verifyMail, async ({ body, request }) => {
    await emails.verify(actorOf(request), body, originOf(request));
    return presentUser(await ownAccount.getUser(actorOf(request)));
  });
  bindRoute(app, guardFor, routes.sendVerification, async ({ request }) => {
    await emails.sendVerification(actorOf(request), originOf(request));
    return undefined;
  });
}
