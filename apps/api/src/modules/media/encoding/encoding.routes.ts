import { routes } from "@shoal/contract";
import type { FastifyInstance } from "fastify";
import type { GuardFor } from "../../../platform/http/bind-route.ts";
import { bindRoutes } from "../../accounts/auth/index.ts";
import type { VideosService } from "../videos/index.ts";
import type { CutsService } from "./cuts.service.ts";
import type { EncodingChangesService } from "./encoding-changes.service.ts";
import { serveWaveform } from "./serve-waveform.ts";
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
  bindRoutes(app, guardFor, routes, {
    restartEncoding: ({ actor, params }) => encodingChanges.restartEncoding(actor, params.id),
    stopEncoding: ({ actor, params }) => encodingChanges.stopEncoding(actor, params.id),
    setRepresentations: async ({ actor, params, body }) => {
      await encodingChanges.setRepresentations(actor, params.id, body);
      return videos.getVideo(actor, params.id);
    },
    planCut: async ({ actor, params, query }) => cuts.planRanges(actor, params.id, query),
    cutVideo: async ({ actor, body }) => {
      const uuid = await cuts.cutVideo(actor, body);
      return videos.getVideo(actor, uuid);
    },
    changeCut: async ({ actor, params, body }) => {
      await cuts.changeCut(actor, params.id, body);
      return videos.getVideo(actor, params.id);
    },
    getWaveform: async ({ actor, request, params, reply }) =>
      serveWaveform(request, reply, await waveforms.findWaveform(actor, params.id)),
    accelerate: async ({ actor, params }) => {
      await encodingChanges.setAccelerated(actor, params.id, true);
      return videos.getVideo(actor, params.id);
    },
    decelerate: async ({ actor, params }) => {
      await encodingChanges.setAccelerated(actor, params.id, false);
      return videos.getVideo(actor, params.id);
    },
  });
}
