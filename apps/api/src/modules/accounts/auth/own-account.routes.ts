import { routes } from "@shoal/contract";
import type { FastifyInstance } from "fastify";
import { bindRoute, type GuardFor } from "../../../platform/http/bind-route.ts";
import { originOf } from "./actor.ts";
import { actorOf } from "./auth.guard.ts";
import { presentSession, presentUser } from "./auth.present.ts";
import type { AuthService } from "./auth.service.ts";

export function registerOwnAccountRoutes(app: FastifyInstance, guardFor: GuardFor, auth: AuthService): void {
  const { ownAccount, providerAccount } = auth;
  bindRoute(app, guardFor, routes.getMe, async ({ request }) => presentUser(actorOf(request).user));
  bindRoute(app, guardFor, routes.updateMe, async ({ request, body }) => {
    const { user, credential } = await ownAccount.change(actorOf(request), body, originOf(request));
    return { ...presentUser(user), ...(credential === undefined ? {} : { credential }) };
  });
  bindRoute(app, guardFor, routes.deleteMe, async ({ request, body }) => {
    await ownAccount.delete(actorOf(request), body.currentPassword);
    return undefined;
  });
  bindRoute(app, guardFor, routes.startGithubLink, ({ request, body }) =>
    providerAccount.startLink(actorOf(request), body.currentPassword, originOf(request)),
  );
  bindRoute(app, guardFor, routes.linkGithub, async ({ request, body }) => {
    await providerAccount.link(actorOf(request), body);
    return presentUser(await ownAccount.getUser(actorOf(request)));
  });
  bindRoute(app, guardFor, routes.unlinkGithub, async ({ request }) => {
    await providerAccount.unlink(actorOf(request));
    return presentUser(await ownAccount.getUser(actorOf(request)));
  });
}

export function registerSessionRoutes(
  app: FastifyInstance,
  guardFor: GuardFor,
  { sessions }: AuthService,
): void {
  bindRoute(app, guardFor, routes.listSessions, async ({ request }) => {
    const actor = actorOf(request);
    const rows = await sessions.list(actor);
    return rows.map((row) => presentSession(row, actor.sessionUuid));
  });
  bindRoute(app, guardFor, routes.deleteSession, async ({ request, params }) => {
    await sessions.endOne(actorOf(request), params.id);
    return undefined;
  });
  bindRoute(app, guardFor, routes.deleteOtherSessions, async ({ request }) => {
    await sessions.endOthers(actorOf(request));
    return undefined;
  });
}
