import { defineModule } from "../../../platform/composition/define-module.ts";
import { need, provide, using } from "../../../platform/composition/need.ts";
import {
  CONFIG,
  DB,
  DISK_GUARD,
  FETCH_POLICY,
  JOB_QUEUE,
  ON_ERROR,
  REALTIME,
  SOURCE_URL_BOX,
  STORE,
} from "../../../platform/needs.ts";
import { STORAGE_SERVICE } from "../../accounts/clients/index.ts";
import { ENCODING_SERVICE } from "../encoding/index.ts";
import { REMOVAL_SERVICE } from "../plans/index.ts";
import { REPLACEMENTS_SERVICE, UPLOAD_STATES } from "../replacements/index.ts";
import { type AbandonedUploadsService, createAbandonedUploadsService } from "./abandoned-uploads.service.ts";
import { createChunkReader, type UseChunkBody } from "./chunk-body.ts";
import { CONFIG_OF_NEW } from "./config-of-new.ts";
import { NEW_LIVES } from "./new-lives.ts";
import { registerUploadRoutes } from "./uploads.routes.ts";
import { createUploadsService, type UploadsService } from "./uploads.service.ts";

export type { ChunkBody, UseChunkBody } from "./chunk-body.ts";
export { CONFIG_OF_NEW } from "./config-of-new.ts";
export { NEW_LIVES, type NewLives } from "./new-lives.ts";
export type { NewVideo } from "./requested-video.ts";
export type { UploadsService } from "./uploads.service.ts";

export const UPLOADS_SERVICE = need<UploadsService>("uploads");
/** The reader of chunks, with one memory limit for all uploads. */
export const CHUNK_BODIES = need<UseChunkBody>("bodies of chunks");
const ABANDONED_UPLOADS = need<AbandonedUploadsService>("abandoned uploads");

const ABANDONED_PAUSE_MS = 60_000;

export const uploadsModule = defineModule({
  name: "uploads",
  services: [
    provide(
      UPLOADS_SERVICE,
      {
        db: DB,
        store: STORE,
        disk: DISK_GUARD,
        queue: JOB_QUEUE,
        storage: STORAGE_SERVICE,
        realtime: REALTIME,
        encoding: ENCODING_SERVICE,
        fetchPolicy: FETCH_POLICY,
        sourceUrls: SOURCE_URL_BOX,
        newLives: NEW_LIVES,
        configOfNew: CONFIG_OF_NEW,
      },
      createUploadsService,
    ),
    provide(CHUNK_BODIES, { config: CONFIG }, ({ config }) => createChunkReader(config.UPLOAD_MEMORY_BYTES)),
    provide(UPLOAD_STATES, { uploads: UPLOADS_SERVICE }, ({ uploads }) => uploads),
    provide(
      ABANDONED_UPLOADS,
      { config: CONFIG, db: DB, queue: JOB_QUEUE, realtime: REALTIME, onError: ON_ERROR },
      ({ config, ...deps }) =>
        createAbandonedUploadsService({ ...deps, keptHours: config.UPLOAD_KEPT_HOURS }),
    ),
  ],
  routes: using(
    {
      useChunkBody: CHUNK_BODIES,
      uploads: UPLOADS_SERVICE,
      removal: REMOVAL_SERVICE,
      replacements: REPLACEMENTS_SERVICE,
    },
    (services, app, guardFor) => registerUploadRoutes(app, guardFor, services),
  ),
  schedules: using({ abandoned: ABANDONED_UPLOADS }, ({ abandoned }) => [
    { run: abandoned.endAbandoned, pauseMs: ABANDONED_PAUSE_MS },
  ]),
});
