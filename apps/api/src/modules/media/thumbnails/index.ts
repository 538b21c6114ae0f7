import { defineModule } from "../../../platform/composition/define-module.ts";
import { need, provide, using } from "../../../platform/composition/need.ts";
import { DB, DISK_GUARD, JOB_QUEUE, REALTIME, STORE } from "../../../platform/needs.ts";
import { VIDEOS_SERVICE } from "../videos/index.ts";
import { registerThumbnailRoutes } from "./thumbnails.routes.ts";
import { createThumbnailsService, type ThumbnailsService } from "./thumbnails.service.ts";

const THUMBNAILS_SERVICE = need<ThumbnailsService>("thumbnails");

export const thumbnailsModule = defineModule({
  name: "thumbnails",
  services: [
    provide(
      THUMBNAILS_SERVICE,
      {
        db: DB,
        store: STORE,
        queue: JOB_QUEUE,
        disk: DISK_GUARD,
        realtime: REALTIME,
        videos: VIDEOS_SERVICE,
      },
      createThumbnailsService,
    ),
  ],
  routes: using({ thumbnails: THUMBNAILS_SERVICE }, ({ thumbnails }, app, guardFor) =>
    registerThumbnailRoutes(app, guardFor, thumbnails),
  ),
  jobResults: {
    of: "thumbnails",
    part: using({ thumbnails: THUMBNAILS_SERVICE }, ({ thumbnails }) => ({
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
