import { createSecretBox } from "@shoal/tokens";
import { CLEANING_PAUSE_MS, defineModule } from "../../../platform/composition/define-module.ts";
import { need, provide, using } from "../../../platform/composition/need.ts";
import {
  CONFIG,
  DB,
  DISK_GUARD,
  FETCH_POLICY,
  JOB_QUEUE,
  ON_ERROR,
  STORE,
  WORK_NOTIFICATIONS,
} from "../../../platform/needs.ts";
import { STORAGE_SERVICE } from "../../accounts/clients/index.ts";
import { CAPTIONS_SERVICE } from "../../media/captions/index.ts";
import { CHUNK_BODIES, UPLOADS_SERVICE } from "../../media/uploads/index.ts";
import { type ArrivalUploadsService, createArrivalUploadsService } from "./arrival-uploads.service.ts";
import { type ArrivalWorker, createArrivalWorker } from "./arrival-worker.ts";
import { registerArrivalRoutes } from "./arrivals.routes.ts";
import { type ArrivalsService, createArrivalsService } from "./arrivals.service.ts";
import { arrivalTables, arrivalUploadTables, goneUuidTables } from "./arrivals.table.ts";
import { registerMovedCall } from "./moved-videos.ts";

/** The purpose of the key that seals addresses of archives. Keys for other purposes cannot decrypt them. */
const ARCHIVE_ADDRESSES = "addresses of archives";

const ARRIVALS_SERVICE = need<ArrivalsService>("arrivals");
const ARRIVAL_UPLOADS = need<ArrivalUploadsService>("uploads of archives");
const ARRIVAL_WORKER = need<ArrivalWorker>("work on arrivals");

const SWEEP_PAUSE_MS = 60_000;

export const arrivalsModule = defineModule({
  name: "arrivals",
  migrations: {
    "126-arrivals": arrivalTables,
    "127-gone-uuids": goneUuidTables,
    "134-arrival-uploads": arrivalUploadTables,
  },
  services: [
    provide(ARRIVALS_SERVICE, { config: CONFIG, db: DB, policy: FETCH_POLICY }, ({ config, ...deps }) =>
      createArrivalsService({
        ...deps,
        box: createSecretBox(config.INTERNAL_SECRET, ARCHIVE_ADDRESSES),
        edgeUrl: config.EDGE_PUBLIC_URL,
      }),
    ),
    provide(
      ARRIVAL_UPLOADS,
      { db: DB, store: STORE, disk: DISK_GUARD, queue: JOB_QUEUE, storage: STORAGE_SERVICE },
      createArrivalUploadsService,
    ),
    provide(
      ARRIVAL_WORKER,
      {
        config: CONFIG,
        db: DB,
        notifications: WORK_NOTIFICATIONS,
        policy: FETCH_POLICY,
        store: STORE,
        uploads: UPLOADS_SERVICE,
        captions: CAPTIONS_SERVICE,
        onError: ON_ERROR,
      },
      ({ config, ...deps }) =>
        createArrivalWorker({ ...deps, box: createSecretBox(config.INTERNAL_SECRET, ARCHIVE_ADDRESSES) }),
    ),
  ],
  routes: using(
    { arrivals: ARRIVALS_SERVICE, uploads: ARRIVAL_UPLOADS, useChunkBody: CHUNK_BODIES },
    (services, app, guardFor) => registerArrivalRoutes(app, guardFor, services),
  ),
  internalRoutes: using({ db: DB }, ({ db }, internal, guardFor) =>
    registerMovedCall(internal, guardFor, db),
  ),
  schedules: using({ worker: ARRIVAL_WORKER, uploads: ARRIVAL_UPLOADS }, ({ worker, uploads }) => [
    { run: () => worker.prune(), pauseMs: CLEANING_PAUSE_MS },
    { run: () => uploads.sweep(), pauseMs: SWEEP_PAUSE_MS },
  ]),
  background: using({ worker: ARRIVAL_WORKER }, ({ worker }) => worker),
});
