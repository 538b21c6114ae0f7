import { defineModule } from "../../../platform/composition/define-module.ts";
import { need, provide, using } from "../../../platform/composition/need.ts";
import {
  CONFIG,
  DB,
  DISK,
  FETCH_POLICY,
  QUEUE,
  REALTIME,
  SOURCE_URL_BOX,
  STORE,
} from "../../../platform/needs.ts";
import { STORAGE } from "../../accounts/clients/index.ts";
import { ENCODING } from "../encoding/index.ts";
import { REMOVAL } from "../plans/index.ts";
import { REPLACEMENTS, UPLOAD_STATES } from "../replacements/index.ts";
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

export const UPLOADS = need<UploadsService>("uploads");
/** The reader of chunks, with one memory limit for all uploads. */
export const CHUNK_BODIES = need<UseChunkBody>("bodies of chunks");
const ABANDONED_UPLOADS = need<AbandonedUploadsService>("abandoned uploads");

const ABANDONED_PAUSE_MS = 60_000;

export const uploadsModule = defineModule({
  name: "uploads",
  services: [
    provide(
      UPLOADS,
      {
        db: DB,
        store: STORE,
        disk: DISK,
        queue: QUEUE,
        storage: STORAGE,
        realtime: REALTIME,
        encoding: ENCODING,
        fetchPolicy: FETCH_POLICY,
        sourceUrls: SOURCE_URL_BOX,
        newLives: NEW_LIVES,
        configOfNew: CONFIG_OF_NEW,
      },
      createUploadsService,
    ),
    provide(CHUNK_BODIES, { config: CONFIG }, ({ config }) => createChunkReader(config.UPLOAD_MEMORY_BYTES)),
    provide(UPLOAD_STATES, { uploads: UPLOADS }, ({ uploads }) => uploads),
    provide(
      ABANDONED_UPLOADS,
      { config: CONFIG, db: DB, queue: QUEUE, realtime: REALTIME },
      ({ config, ...deps }) =>
        createAbandonedUploadsService({ ...deps, keptHours: config.UPLOAD_KEPT_HOURS }),
    ),
  ],
  routes: using(
    { useChunkBody: CHUNK_BODIES, uploads: UPLOADS, removal: REMOVAL, replacements: REPLACEMENTS },
    (services, app, guardFor) => registerUploadRoutes(app, guardFor, services),
  ),
  schedules: using({ abandoned: ABANDONED_UPLOADS }, ({ abandoned }) => [
    { run: abandoned.endAbandoned, pauseMs: ABANDONED_PAUSE_MS },
  ]),
});
