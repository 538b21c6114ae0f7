import { routes, type VideoView } from "@shoal/contract";
import { directLinkOf, embedCodeOf } from "@shoal/domain";
import type { FastifyInstance } from "fastify";
import { need } from "../../../platform/composition/need.ts";
import type { GuardFor } from "../../../platform/http/bind-route.ts";
import { describeCall } from "../../../platform/http/call-details.ts";
import { type Actor, bindRoutes } from "../../accounts/auth/index.ts";
import type { AdminVideosService } from "./admin-videos.service.ts";
import type { BulkChangesService } from "./bulk-changes.service.ts";
import { registerChapterRoutes } from "./chapters.routes.ts";
import type { ChaptersService } from "./chapters.service.ts";
import { assertRevision } from "./video-row.ts";
import { presentVideoTo } from "./videos.present.ts";
import type { VideosService } from "./videos.service.ts";

/** Reads the live details for the response of a single video. */
type LiveDetails = (actor: Actor, video: VideoView) => Promise<Partial<VideoView>>;
export const LIVE_DETAILS = need<LiveDetails>("details of lives");

interface VideosServices {
  videos: VideosService;
  chapters: ChaptersService;
  bulkChanges: BulkChangesService;
  adminVideos: AdminVideosService;
  liveDetails: LiveDetails;
}

export function registerVideoRoutes(
  app: FastifyInstance,
  guardFor: GuardFor,
  services: VideosServices,
): void {
  const { videos, chapters, bulkChanges, adminVideos, liveDetails } = services;
  bindRoutes(app, guardFor, routes, {
    listVideos: async ({ actor, query }) => {
      const page = await videos.listVideos(actor, query);
      return { ...page, _embedded: page._embedded.map((video) => presentVideoTo(actor.roles, video)) };
    },
    getVideo: async ({ actor, params }) => {
      const video = await videos.getVideo(actor, params.id);
      return { ...video, ...(await liveDetails(actor, video)) };
    },
    updateVideo: ({ actor, params, body }) => videos.updateVideo(actor, params.id, body),
    updateVideoAsAdmin: async ({ actor, request, params, body }) => {
      const { video, client } = await adminVideos.updateVideo(actor, params.id, body);
      describeCall(request, { client });
      return video;
    },
    setDownload: ({ actor, params, body }) =>
      videos.changeVideo(actor, params.id, (video) => {
        assertRevision(video, body.revision);
        return { download: body.download };
      }),
    changeVideos: ({ actor, body }) => bulkChanges.changeVideos(actor, body),
  });
  registerParts(app, guardFor, videos);
  registerChapterRoutes(app, guardFor, chapters);
}

/** Registers the routes of parts of a video. */
function registerParts(app: FastifyInstance, guardFor: GuardFor, videos: VideosService): void {
  bindRoutes(app, guardFor, routes, {
    listRepresentations: async ({ actor, params }) => {
      const video = await videos.getVideo(actor, params.id);
      return video.representations;
    },
    getDuration: async ({ actor, params }) => {
      const { duration } = await videos.getVideo(actor, params.id);
      return { duration };
    },
    getManifest: async ({ actor, params }) => {
      const { manifest } = await videos.getVideo(actor, params.id);
      return manifest;
    },
    getThumbnail: async ({ actor, params }) => {
      const { manifest } = await videos.getVideo(actor, params.id);
      return { thumbnail: manifest.thumbnail };
    },
    getPlayer: async ({ actor, params }) => {
      const video = await videos.getVideo(actor, params.id);
      return { embedUrl: video.embedUrl, directUrl: directLinkOf(video), iframe: embedCodeOf(video) };
    },
    getOwnerPass: ({ actor, params }) => videos.getOwnerPass(actor, params.id),
  });
}
