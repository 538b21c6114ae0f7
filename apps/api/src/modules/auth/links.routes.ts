import { routes } from "@shoal/contract";
import type { FastifyInstance } from "fastify";
import { noteAbout } from "../../platform/http/about-call.ts";
import { bindRoute, type GuardFor } from "../../platform/http/bind-route.ts";
import { originOf } from "./actor.ts";
import { actorOf } from "./auth.guard.ts";
import { presentForgotten, presentInvited, presentUser } from "./auth.present.ts";
import type { AuthService } from "./auth.service.ts";

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
  bindRoute(app, guardFor, routes.forgot, async ({ params, request }) => {
    await forgotten.ask(params.id, originOf(request));
    return undefined;
  });
  bindRoute(app, guardFor, routes.getForgot, async ({ params, request }) =>
    presentForgotten(await forgotten.getLink(params.id, originOf(request))),
  );
  bindRoute(app, guardFor, routes.resetPassword, async ({ params, body, request }) => {
    const user = await forgotten.reset(params.id, body, originOf(request));
    const { uuid: userUuid, username, client_uuid: clientUuid, client_name: clientName } = user;
    noteAbout(request, { by: { userUuid, username, clientUuid, clientName } });
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
