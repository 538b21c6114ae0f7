import { routes } from "@shoal/contract";
import type { FastifyInstance } from "fastify";
import type { GuardFor } from "../../../platform/http/bind-route.ts";
import { originOf } from "./actor.ts";
import { presentSession, presentUser } from "./auth.present.ts";
import type { AuthService } from "./auth.service.ts";
import { bindRoutes } from "./bind-routes.ts";

export function registerOwnAccountRoutes(app: FastifyInstance, guardFor: GuardFor, auth: AuthService): void {
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

export function registerSessionRoutes(
  app: FastifyInstance,
  guardFor: GuardFor,
  { sessions }: AuthService,
): void {
  bindRoutes(app, guardFor, routes, {
    listSessions: async ({ actor }) => {
      const rows = await sessions.list(actor);
      return rows.map((row) => presentSession(row, actor.sessionUuid));
    },
    deleteSession: ({ actor, params }) => sessions.endOne(actor, params.id),
    deleteOtherSessions: ({ actor }) => sessions.endOthers(actor),
  });
}
