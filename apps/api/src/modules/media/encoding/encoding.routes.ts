import { routes } from "@shoal/contract";
import type { FastifyInstance } from "fastify";
import { bindRoute, type GuardFor } from "../../../platform/http/bind-route.ts";
import { actorOf } from "../../accounts/auth/index.ts";
import type { VideosService } from "../videos/index.ts";
import type { CutsService } from "./cuts.service.ts";
import type { EncodingChangesService } from "./encoding-changes.service.ts";
import type { WaveformsService } from "./waveforms.service.ts";

export function registerEncodingRoutes(
  app: FastifyInstance,
  guardFor: GuardFor,
  {
    encodingChanges,
    cuts,
    waveforms,
    videos,
  }: {
    encodingChanges: EncodingChangesService;
    cuts: CutsService;
    waveforms: WaveformsService;
    videos: Pick<VideosService, "getVideo">;
  },
): void {
  bindRoute(
    app,
    guardFor,
    routes.restartEncoding,
    ({ request, params }) =>
      encodingChanges.restartEncoding(actorOf(request), params.id) as Promise<undefined>,
  );
  bindRoute(
    app,
    guardFor,
    routes.stopEncoding,
    ({ request, params }) => encodingChanges.stopEncoding(actorOf(request), params.id) as Promise<undefined>,
  );
  bindRoute(app, guardFor, routes.setRepresentations, async ({ request, params, body }) => {
    await encodingChanges.setRepresentations(actorOf(request), params.id, body);
    return videos.getVideo(actorOf(request), params.id);
  });
  bindRoute(app, guardFor, routes.planCut, async ({ request, params, query }) =>
    cuts.planRanges(actorOf(request), params.id, query),
  );
  bindRoute(app, guardFor, routes.cutVideo, async ({ request, body }) => {
    const uuid = await cuts.cutVideo(actorOf(request), body);
    return videos.getVideo(actorOf(request), uuid);
  });
  bindRoute(app, guardFor, routes.changeCut, async ({ request, params, body }) => {
    await cuts.changeCut(actorOf(request), params.id, body);
    return videos.getVideo(actorOf(request), params.id);
  });
  bindRoute(app, guardFor, routes.getWaveform, async ({ request, params, reply }) => {
    const { version, read } = await waveforms.findWaveform(actorOf(request), params.id);
    reply.header("cache-control", "private, no-cache");
    if (!version) return read();
    const etag = `"${version}"`;
    reply.header("etag", etag);
    if (request.headers["if-none-match"] === etag) return reply.code(304).send() as never;
    return read();
  });
  bindRoute(app, guardFor, routes.accelerate, async ({ request, params }) => {
    await encodingChanges.setAccelerated(actorOf(request), params.id, true);
    return videos.getVideo(actorOf(request), params.id);
  });
  bindRoute(app, guardFor, routes.decelerate, async ({ request, params }) => {
    await encodingChanges.setAccelerated(actorOf(request), params.id, false);
    return videos.getVideo(actorOf(request), params.id);
  });
}
