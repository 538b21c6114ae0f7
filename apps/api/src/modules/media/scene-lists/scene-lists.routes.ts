import { routes } from "@shoal/contract";
import type { FastifyInstance } from "fastify";
import { noteAbout } from "../../../platform/http/about-call.ts";
import { bindRoute, type GuardFor } from "../../../platform/http/bind-route.ts";
import { actorOf } from "../../accounts/auth/index.ts";
import type { SceneListsService } from "./scene-lists.service.ts";

export function registerSceneListRoutes(
  app: FastifyInstance,
  guardFor: GuardFor,
  sceneLists: SceneListsService,
): void {
  bindRoute(app, guardFor, routes.listSceneLists, ({ request, query }) =>
    sceneLists.listSceneLists(actorOf(request), query),
  );
  bindRoute(app, guardFor, routes.createSceneList, ({ request, body }) =>
    sceneLists.createSceneList(actorOf(request), body),
  );
  bindRoute(app, guardFor, routes.getSceneList, ({ request, params }) =>
    sceneLists.getSceneList(actorOf(request), params.id),
  );
  bindRoute(app, guardFor, routes.updateSceneList, ({ request, params, body }) =>
    sceneLists.updateSceneList(actorOf(request), params.id, body),
  );
  bindRoute(app, guardFor, routes.deleteSceneList, async ({ request, params }) => {
    const { title } = await sceneLists.deleteSceneList(actorOf(request), params.id);
    // The uuid would say nothing once it is gone.
    noteAbout(request, { target: title });
    return undefined;
  });
}
