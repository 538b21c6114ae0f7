import { routes } from "@shoal/contract";
import type { FastifyInstance } from "fastify";
import { bindRoute, type GuardFor } from "../../platform/http/bind-route.ts";
import { actorOf } from "../auth/index.ts";
import type { ClientFigures } from "../figures/index.ts";
import type { PluginVideosService } from "./plugin-videos.service.ts";

interface Services {
  pluginVideos: PluginVideosService;
  clientFigures: Pick<ClientFigures, "requestRefresh">;
}

export function registerPluginVideoRoutes(
  app: FastifyInstance,
  guardFor: GuardFor,
  { pluginVideos, clientFigures }: Services,
): void {
  bindRoute(app, guardFor, routes.listPluginVideos, ({ request, query }) =>
    pluginVideos.listPluginVideos(actorOf(request), query),
  );
  bindRoute(app, guardFor, routes.listCollectionVideos, ({ request, params, query }) =>
    pluginVideos.listCollectionVideos(actorOf(request), params.id, query),
  );
  bindRoute(app, guardFor, routes.getPluginVideo, ({ request, params }) =>
    pluginVideos.getPluginVideo(actorOf(request), params.id),
  );
  bindRoute(app, guardFor, routes.updatePluginVideo, ({ request, params, body }) =>
    pluginVideos.updatePluginVideo(actorOf(request), params.id, body),
  );
  bindRoute(app, guardFor, routes.changePluginVideos, ({ request, body }) =>
    pluginVideos.changePluginVideos(actorOf(request), body),
  );
  bindRoute(app, guardFor, routes.deletePluginVideo, ({ request, params }) =>
    pluginVideos.deletePluginVideo(actorOf(request), params.id),
  );
  bindRoute(app, guardFor, routes.deletePluginVideos, ({ request, body }) =>
    pluginVideos.deletePluginVideos(actorOf(request), body.uuids),
  );
  bindRoute(
    app,
    guardFor,
    routes.refreshPluginVideos,
    ({ request }) => clientFigures.requestRefresh(actorOf(request).clientUuid) as Promise<undefined>,
  );
}
