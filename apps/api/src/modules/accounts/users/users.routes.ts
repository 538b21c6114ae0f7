import { routes } from "@shoal/contract";
import type { FastifyInstance } from "fastify";
import { noteAbout } from "../../../platform/http/about-call.ts";
import { bindRoute, type GuardFor } from "../../../platform/http/bind-route.ts";
import { actorOf } from "../auth/index.ts";
import type { UserChangesService } from "./user-changes.service.ts";
import type { UserRescueService } from "./user-rescue.service.ts";
import type { UsersService } from "./users.service.ts";

export interface UserServices {
  users: UsersService;
  userChanges: UserChangesService;
  userRescue: UserRescueService;
}

export function registerUserRoutes(app: FastifyInstance, guardFor: GuardFor, services: UserServices): void {
  registerReading(app, guardFor, services);
  registerChanges(app, guardFor, services);
  registerRescue(app, guardFor, services);
  registerPrivileges(app, guardFor, services);
}

function registerReading(app: FastifyInstance, guardFor: GuardFor, { users }: UserServices): void {
  bindRoute(app, guardFor, routes.listUsers, ({ request, query }) =>
    users.listUsers(actorOf(request), query),
  );
  bindRoute(app, guardFor, routes.listAllUsers, ({ query }) => users.listAllUsers(query));
  bindRoute(app, guardFor, routes.getUser, ({ request, params }) =>
    users.getUser(actorOf(request), params.id),
  );
  bindRoute(app, guardFor, routes.listMyVideos, ({ request, query }) =>
    users.listMyVideos(actorOf(request), query),
  );
  bindRoute(app, guardFor, routes.listUserVideos, ({ request, params, query }) =>
    users.listUserVideos(actorOf(request), params.id, query),
  );
}

function registerChanges(
  app: FastifyInstance,
  guardFor: GuardFor,
  { users, userChanges }: UserServices,
): void {
  bindRoute(app, guardFor, routes.createUser, async ({ request, body }) => {
    const invitation = await users.createUser(actorOf(request), body);
    const { username, client, client_infos } = invitation.user;
    const name = client_infos[0]?.clientname ?? "";
    noteAbout(request, { target: username, client: { uuid: client, name } });
    return invitation;
  });
  bindRoute(app, guardFor, routes.updateUser, ({ request, params, body }) =>
    userChanges.updateUser(actorOf(request), params.id, body),
  );
  bindRoute(app, guardFor, routes.updateUserAsAdmin, async ({ request, params, body }) => {
    const user = await userChanges.updateUserAsAdmin(actorOf(request), params.id, body);
    const name = user.client_infos[0]?.clientname ?? "";
    noteAbout(request, { client: { uuid: user.client, name } });
    return user;
  });
  bindRoute(app, guardFor, routes.deleteUser, async ({ request, params }) => {
    const { username } = await userChanges.deleteUser(actorOf(request), params.id);
    // The uuid would say nothing once he is gone.
    noteAbout(request, { target: username });
    return undefined;
  });
  bindRoute(app, guardFor, routes.renewActivation, ({ request, params }) =>
    users.renewActivation(actorOf(request), params.id),
  );
}

function registerRescue(app: FastifyInstance, guardFor: GuardFor, { userRescue }: UserServices): void {
  bindRoute(app, guardFor, routes.sendPasswordLink, async ({ request, params }) => {
    await userRescue.sendPasswordLink(actorOf(request), params.id);
    return undefined;
  });
  bindRoute(app, guardFor, routes.clearTwoFactor, async ({ request, params, body }) => {
    await userRescue.clearTwoFactor(actorOf(request), params.id, body.currentPassword);
    return undefined;
  });
}

function registerPrivileges(app: FastifyInstance, guardFor: GuardFor, { userChanges }: UserServices): void {
  bindRoute(app, guardFor, routes.listPrivileges, ({ request, params }) =>
    userChanges.listPrivileges(actorOf(request), params.id),
  );
  bindRoute(app, guardFor, routes.grantPrivilege, ({ request, params }) => {
    noteAbout(request, { target: `${params.id} ${params.privId}` });
    return userChanges.grantPrivilege(actorOf(request), params.id, params.privId);
  });
  bindRoute(app, guardFor, routes.revokePrivilege, ({ request, params }) => {
    noteAbout(request, { target: `${params.id} ${params.privId}` });
    return userChanges.revokePrivilege(actorOf(request), params.id, params.privId);
  });
}
