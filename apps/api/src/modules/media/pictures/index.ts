import { CLEANING_PAUSE_MS, defineModule } from "../../../platform/composition/define-module.ts";
import { need, provide, using } from "../../../platform/composition/need.ts";
import { CONFIG, DB, DISK_GUARD, JOB_QUEUE, STORE } from "../../../platform/needs.ts";
import { MEDIA_OF_CLIENT } from "../../accounts/clients/index.ts";
import { createPictureResults } from "./picture-results.ts";
import { createPicturesRepository } from "./pictures.repository.ts";
import { registerPictureRoutes } from "./pictures.routes.ts";
import {
  createPicturesService,
  folderOf,
  ON_PICTURE_CHANGED,
  type PicturesService,
} from "./pictures.service.ts";

export { presentPicture } from "./pictures.present.ts";
export { createPicturesRepository, type PictureRow } from "./pictures.repository.ts";
export { ON_PICTURE_CHANGED } from "./pictures.service.ts";

const PICTURES_SERVICE = need<PicturesService>("pictures");

export const picturesModule = defineModule({
  name: "pictures",
  services: [
    provide(
      PICTURES_SERVICE,
      {
        config: CONFIG,
        db: DB,
        store: STORE,
        queue: JOB_QUEUE,
        disk: DISK_GUARD,
        onChanged: ON_PICTURE_CHANGED,
      },
      ({ config, ...deps }) => createPicturesService({ ...deps, edgeUrl: config.EDGE_PUBLIC_URL }),
    ),
    provide(MEDIA_OF_CLIENT, {}, () => async (tx, clientUuid) => {
      const uuids = await createPicturesRepository(tx).listUuids(clientUuid);
      return uuids.map(folderOf);
    }),
  ],
  routes: using({ pictures: PICTURES_SERVICE }, ({ pictures }, app, guardFor) =>
    registerPictureRoutes(app, guardFor, pictures),
  ),
  jobResults: {
    of: "pictures",
    part: using({ db: DB, queue: JOB_QUEUE }, (deps) => {
      const results = createPictureResults(deps);
      return {
        async onResult(result) {
          if ("asset" in result) await results.onResult(result);
        },
        async onDead(job) {
          if ("asset" in job) await results.onDead(job.asset.uuid);
        },
      };
    }),
  },
  schedules: using({ db: DB }, ({ db }) => [
    // Failed pictures are kept long enough for users to read why they failed.
    { run: () => createPicturesRepository(db).pruneFailedForWork(), pauseMs: CLEANING_PAUSE_MS },
  ]),
});
