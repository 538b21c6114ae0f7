import { routes } from "@shoal/contract";
import type { FastifyInstance } from "fastify";
import { bindRoute, type GuardFor } from "../../platform/http/bind-route.ts";
import { actorOf } from "../auth/index.ts";
import type { VideosService } from "./videos.service.ts";

export function registerVideoRoutes(app: FastifyInstance, guardFor: GuardFor, videos: VideosService): void {
  bindRoute(app, guardFor, routes.listVideos, ({ request, query }) =>
    videos.listVideos(actorOf(request), query),
  );
  bindRoute(app, guardFor, routes.getVideo, ({ request, params }) =>
    videos.getVideo(actorOf(request), params.id),
  );
  bindRoute(app, guardFor, routes.updateVideo, ({ request, params, body }) =>
    videos.updateVideo(actorOf(request), params.id, body),
  );
  bindRoute(app, guardFor, routes.deleteVideo, async ({ request, params }) => {
    await videos.deleteVideo(actorOf(request), params.id);
    return {};
  });
  bindRoute(app, guardFor, routes.listRepresentations, async ({ request, params }) => {
    const video = await videos.getVideo(actorOf(request), params.id);
    return video.representations;
  });
  bindRoute(app, guardFor, routes.getDuration, async ({ request, params }) => {
    const { duration } = await videos.getVideo(actorOf(request), params.id);
    return { duration };
  });
  bindRoute(app, guardFor, routes.getManifest, async ({ request, params }) => {
    const { manifest } = await videos.getVideo(actorOf(request), params.id);
    return manifest;
  });
}
