import { routes } from "@shoal/contract";
import type { FastifyInstance } from "fastify";
import { need } from "../../../platform/composition/need.ts";
import type { GuardFor } from "../../../platform/http/bind-route.ts";
import { bindRoutes } from "../../accounts/auth/index.ts";
import type { PluginVideosService } from "./plugin-videos.service.ts";

/** Recomputes the figures of a client. @throws AppError "too_many_requests" while this is running. */
interface FiguresToRefresh {
  requestRefresh(clientUuid: string): Promise<void>;
}
export const FIGURES_TO_REFRESH = need<FiguresToRefresh>("figures to refresh");

interface PluginVideosServices {
  pluginVideos: PluginVideosService;
  clientFigures: FiguresToRefresh;
}

export function registerPluginVideoRoutes(
  app: FastifyInstance,
  guardFor: GuardFor,
  { pluginVideos, clientFigures }: PluginVideosServices,
): void {
  bindRoutes(app, guardFor, routes, {
    listPluginVideos: ({ actor, query }) => pluginVideos.listPluginVideos(actor, query),
    countPluginVersions: ({ actor }) => pluginVideos.countVersions(actor),
    listCollectionVideos: ({ actor, params, query }) =>
      pluginVideos.listCollectionVideos(actor, params.id, query),
    getPluginVideo: ({ actor, params }) => pluginVideos.getPluginVideo(actor, params.id),
    updatePluginVideo: ({ actor, params, body }) => pluginVideos.updatePluginVideo(actor, params.id, body),
    changePluginVideos: ({ actor, body }) => pluginVideos.changePluginVideos(actor, body),
    deletePluginVideo: ({ actor, params }) => pluginVideos.deletePluginVideo(actor, params.id),
    deletePluginVideos: ({ actor, body }) => pluginVideos.deletePluginVideos(actor, body.uuids),
    refreshPluginVideos: ({ actor }) => clientFigures.requestRefresh(actor.clientUuid),
  });
}
