import { defineModule } from "../../../platform/composition/define-module.ts";
import { need, provide, using } from "../../../platform/composition/need.ts";
import { DB, DISK, QUEUE, REALTIME, STORE } from "../../../platform/needs.ts";
import { VIDEOS } from "../videos/index.ts";
import { registerThumbnailRoutes } from "./thumbnails.routes.ts";
import { createThumbnailsService, type ThumbnailsService } from "./thumbnails.service.ts";

const THUMBNAILS = need<ThumbnailsService>("thumbnails");

export const thumbnailsModule = defineModule({
  name: "thumbnails",
  services: [
    provide(
      THUMBNAILS,
      { db: DB, store: STORE, queue: QUEUE, disk: DISK, realtime: REALTIME, videos: VIDEOS },
      createThumbnailsService,
    ),
  ],
  routes: using({ thumbnails: THUMBNAILS }, ({ thumbnails }, app, guardFor) =>
    registerThumbnailRoutes(app, guardFor, thumbnails),
  ),
  jobResults: {
    of: "thumbnails",
    part: using({ thumbnails: THUMBNAILS }, ({ thumbnails }) => ({
      async onResult(result) {
        if (result.type === "thumbnail") await thumbnails.onResult(result);
      },
      async onDead(job) {
        if ("videoUuid" in job && job.thumbnailId !== undefined)
          await thumbnails.onMissing(job.videoUuid, job.thumbnailId);
      },
    })),
  },
});
