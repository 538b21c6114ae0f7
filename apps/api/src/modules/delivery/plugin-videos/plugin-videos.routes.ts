import { routes } from "@shoal/contract";
import type { FastifyInstance } from "fastify";
import { need } from "../../../platform/composition/need.ts";
import { bindRoute, type GuardFor } from "../../../platform/http/bind-route.ts";
import { actorOf } from "../../accounts/auth/index.ts";
import type { PluginVideosService } from "./plugin-videos.service.ts";

/** Has the figures of a client computed anew. @throws AppError "too_many_requests" while that is under way. */
interface FiguresToRefresh {
  requestRefresh(clientUuid: string): Promise<void>;
}
export const FIGURES_TO_REFRESH = need<FiguresToRefresh>("figures to refresh");

interface Services {
  pluginVideos: PluginVideosService;
  clientFigures: FiguresToRefresh;
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
