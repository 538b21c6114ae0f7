import { routes, type VideoView } from "@shoal/contract";
import { directLinkOf, embedCodeOf } from "@shoal/domain";
import type { FastifyInstance } from "fastify";
import { need } from "../../../platform/composition/need.ts";
import { noteAbout } from "../../../platform/http/about-call.ts";
import { bindRoute, type GuardFor } from "../../../platform/http/bind-route.ts";
import { type Actor, actorOf } from "../../accounts/auth/index.ts";
import type { AdminVideosService } from "./admin-videos.service.ts";
import type { BulkChangesService } from "./bulk-changes.service.ts";
import { registerChapterRoutes } from "./chapters.routes.ts";
import type { ChaptersService } from "./chapters.service.ts";
import { assertRevision } from "./video-row.ts";
import { presentVideoTo } from "./videos.present.ts";
import type { VideosService } from "./videos.service.ts";

/** What only the answer of one video says of a live. */
type LiveDetails = (actor: Actor, video: VideoView) => Promise<Partial<VideoView>>;
export const LIVE_DETAILS = need<LiveDetails>("details of lives");

interface Services {
  videos: VideosService;
  chapters: ChaptersService;
  bulkChanges: BulkChangesService;
  adminVideos: AdminVideosService;
  liveDetails: LiveDetails;
}

export function registerVideoRoutes(app: FastifyInstance, guardFor: GuardFor, services: Services): void {
  const { videos, chapters, bulkChanges, adminVideos, liveDetails } = services;
  bindRoute(app, guardFor, routes.listVideos, async ({ request, query }) => {
    const actor = actorOf(request);
    const page = await videos.listVideos(actor, query);
    return { ...page, _embedded: page._embedded.map((video) => presentVideoTo(actor.roles, video)) };
  });
  bindRoute(app, guardFor, routes.getVideo, async ({ request, params }) => {
    const actor = actorOf(request);
    const video = await videos.getVideo(actor, params.id);
    return { ...video, ...(await liveDetails(actor, video)) };
  });
  bindRoute(app, guardFor, routes.updateVideo, ({ request, params, body }) =>
    videos.updateVideo(actorOf(request), params.id, body),
  );
  bindRoute(app, guardFor, routes.updateVideoAsAdmin, async ({ request, params, body }) => {
    const { video, client } = await adminVideos.updateVideo(actorOf(request), params.id, body);
    noteAbout(request, { client });
    return video;
  });
  bindRoute(app, guardFor, routes.setDownload, ({ request, params, body }) =>
    videos.changeVideo(actorOf(request), params.id, (video) => {
      assertRevision(video, body.revision);
      return { download: body.download };
    }),
  );
  bindRoute(app, guardFor, routes.changeVideos, ({ request, body }) =>
    bulkChanges.changeVideos(actorOf(request), body),
  );
  registerParts(app, guardFor, videos);
  registerChapterRoutes(app, guardFor, chapters);
}

/** Parts of a video that have an address of their own. */
function registerParts(app: FastifyInstance, guardFor: GuardFor, videos: VideosService): void {
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
  bindRoute(app, guardFor, routes.getThumbnail, async ({ request, params }) => {
    const { manifest } = await videos.getVideo(actorOf(request), params.id);
    return { thumbnail: manifest.thumbnail };
  });
  bindRoute(app, guardFor, routes.getPlayer, async ({ request, params }) => {
    const video = await videos.getVideo(actorOf(request), params.id);
    return { embedUrl: video.embedUrl, directUrl: directLinkOf(video), iframe: embedCodeOf(video) };
  });
  bindRoute(app, guardFor, routes.getOwnerPass, ({ request, params }) =>
    videos.getOwnerPass(actorOf(request), params.id),
  );
}
