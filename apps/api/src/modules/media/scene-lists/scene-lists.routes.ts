import { routes } from "@shoal/contract";
import type { FastifyInstance } from "fastify";
import type { GuardFor } from "../../../platform/http/bind-route.ts";
import { describeCall } from "../../../platform/http/call-details.ts";
import { bindRoutes } from "../../accounts/auth/index.ts";
import type { SceneListsService } from "./scene-lists.service.ts";

export function registerSceneListRoutes(
  app: FastifyInstance,
  guardFor: GuardFor,
  sceneLists: SceneListsService,
): void {
  bindRoutes(app, guardFor, routes, {
    listSceneLists: ({ actor, query }) => sceneLists.listSceneLists(actor, query),
    createSceneList: ({ actor, body }) => sceneLists.createSceneList(actor, body),
    getSceneList: ({ actor, params }) => sceneLists.getSceneList(actor, params.id),
    updateSceneList: ({ actor, params, body }) => sceneLists.updateSceneList(actor, params.id, body),
    deleteSceneList: async ({ actor, request, params }) => {
      const { title } = await sceneLists.deleteSceneList(actor, params.id);
      // The log names the title, since the uuid of a deleted list is useless.
      describeCall(request, { target: title });
    },
  });
}
