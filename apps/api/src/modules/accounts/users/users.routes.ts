import { routes } from "@shoal/contract";
import type { FastifyInstance } from "fastify";
import type { GuardFor } from "../../../platform/http/bind-route.ts";
import { describeCall } from "../../../platform/http/call-details.ts";
import { bindRoutes } from "../auth/index.ts";
import type { UserChangesService } from "./user-changes.service.ts";
import type { UserRecovery } from "./user-recovery.service.ts";
import type { UsersService } from "./users.service.ts";

export interface UserServices {
  users: UsersService;
  userChanges: UserChangesService;
  userRecovery: UserRecovery;
}

export function registerUserRoutes(app: FastifyInstance, guardFor: GuardFor, services: UserServices): void {
  registerReading(app, guardFor, services);
  registerChanges(app, guardFor, services);
  registerRecovery(app, guardFor, services);
  registerPrivileges(app, guardFor, services);
}

function registerReading(app: FastifyInstance, guardFor: GuardFor, { users }: UserServices): void {
  bindRoutes(app, guardFor, routes, {
    listUsers: ({ actor, query }) => users.listUsers(actor, query),
    listAllUsers: ({ query }) => users.listAllUsers(query),
    getUser: ({ actor, params }) => users.getUser(actor, params.id),
    listMyVideos: ({ actor, query }) => users.listMyVideos(actor, query),
    listUserVideos: ({ actor, params, query }) => users.listUserVideos(actor, params.id, query),
  });
}

function registerChanges(
  app: FastifyInstance,
  guardFor: GuardFor,
  { users, userChanges }: UserServices,
): void {
  bindRoutes(app, guardFor, routes, {
    createUser: async ({ actor, request, body }) => {
      const invitation = await users.createUser(actor, body);
      const { username, client, client_infos } = invitation.user;
      const name = client_infos[0]?.clientname ?? "";
      describeCall(request, { target: username, client: { uuid: client, name } });
      return invitation;
    },
    updateUser: ({ actor, params, body }) => userChanges.updateUser(actor, params.id, body),
    updateUserAsAdmin: async ({ actor, request, params, body }) => {
      const user = await userChanges.updateUserAsAdmin(actor, params.id, body);
      const name = user.client_infos[0]?.clientname ?? "";
      describeCall(request, { client: { uuid: user.client, name } });
      return user;
    },
    deleteUser: async ({ actor, request, params }) => {
      const { username } = await userChanges.deleteUser(actor, params.id);
      // The log names the username, since the uuid of a deleted user identifies nobody.
      describeCall(request, { target: username });
    },
    renewActivation: ({ actor, params }) => users.renewActivation(actor, params.id),
  });
}

function registerRecovery(app: FastifyInstance, guardFor: GuardFor, { userRecovery }: UserServices): void {
  bindRoutes(app, guardFor, routes, {
    sendPasswordLink: ({ actor, params }) => userRecovery.sendPasswordLink(actor, params.id),
    clearTwoFactor: ({ actor, params, body }) =>
      userRecovery.clearTwoFactor(actor, params.id, body.currentPassword),
  });
}

function registerPrivileges(app: FastifyInstance, guardFor: GuardFor, { userChanges }: UserServices): void {
  bindRoutes(app, guardFor, routes, {
    listPrivileges: ({ actor, params }) => userChanges.listPrivileges(actor, params.id),
    grantPrivilege: ({ actor, request, params }) => {
      describeCall(request, { target: `${params.id} ${params.privId}` });
      return userChanges.grantPrivilege(actor, params.id, params.privId);
    },
    revokePrivilege: ({ actor, request, params }) => {
      describeCall(request, { target: `${params.id} ${params.privId}` });
      return userChanges.revokePrivilege(actor, params.id, params.privId);
    },
  });
}
