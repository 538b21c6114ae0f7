import { defineModule, type JobReports } from "../../../platform/composition/define-module.ts";
import { need, provide, using } from "../../../platform/composition/need.ts";
import {
  DB,
  DISK_GUARD,
  JOB_QUEUE,
  ON_ERROR,
  PURGE_MEDIA,
  REALTIME,
  STORE,
} from "../../../platform/needs.ts";
import { STORAGE_SERVICE } from "../../accounts/clients/index.ts";
import {
  ARCHIVES_OF_VIDEOS,
  LIVES_OF_VIDEOS,
  RESTART_OF_VIDEOS,
  RULES_OF_COPIES,
  VIDEOS_SERVICE,
} from "../videos/index.ts";
import { cutConditionColumns } from "./cut-conditions.table.ts";
import { type CutsService, createCutsService } from "./cuts.service.ts";
import { registerEncodingRoutes } from "./encoding.routes.ts";
import { createEncodingService, type EncodingService } from "./encoding.service.ts";
import {
  assertRestartable,
  createEncodingChangesService,
  type EncodingChangesService,
} from "./encoding-changes.service.ts";
import { createLiveProgress, type LiveProgress } from "./live-progress.ts";
import { createMediaPurge } from "./media-purge.ts";
import { createPublisher, ON_SCENE, type Publisher } from "./publisher.ts";
import { createRepairsService, REPAIRS_SERVICE } from "./repairs.service.ts";
import { mediaRepairTables } from "./repairs.table.ts";
import { createWaveformsService, type WaveformsService } from "./waveforms.service.ts";

export { createCutsRepository } from "./cuts.repository.ts";
export { createEncodingsRepository, type EncodingRow } from "./encodings.repository.ts";
export { sendFetches, sourceObjectOf } from "./jobs-to-send.ts";
export type { LiveProgress } from "./live-progress.ts";
export { createMediaPurge } from "./media-purge.ts";
export { ON_SCENE, type Publisher } from "./publisher.ts";
export { createRepairsRepository, type RepairRequest } from "./repairs.repository.ts";
export { createRepairRequests, type RequestRepair } from "./repairs.service.ts";
export { dropGeneration, dropReplacement, dropReplacementsOf } from "./replacement-media.ts";
export { requireStore } from "./require-store.ts";
export { createSceneMaker, type SceneMaker } from "./scene-maker.ts";
export { serveWaveform } from "./serve-waveform.ts";
export type { NamedWaveform, WaveformsService } from "./waveforms.service.ts";

export const ENCODING_SERVICE = need<EncodingService>("encoding");
export const ENCODING_CHANGES = need<EncodingChangesService>("changes of encodings");
export const LIVE_PROGRESS = need<LiveProgress>("progress of jobs");
export const ENCODING_PUBLISHER = need<Publisher>("publisher");
const CUTS_SERVICE = need<CutsService>("cuts");
export const WAVEFORMS_SERVICE = need<WaveformsService>("waveforms");

/** Milliseconds between checks for missed publications. Viewers of a running encoding lack its latest segments for as long. */
const PUBLISH_PAUSE_MS = 5_000;
/** Milliseconds between checks for failed repairs. New failures are announced and need no check. */
const REPAIR_PAUSE_MS = 60_000;

export const encodingModule = defineModule({
  name: "encoding",
  migrations: { "140-media-repairs": mediaRepairTables, "147-cut-conditions": cutConditionColumns },
  services: [
    provide(
      ENCODING_PUBLISHER,
      {
        db: DB,
        store: STORE,
        queue: JOB_QUEUE,
        realtime: REALTIME,
        onScene: ON_SCENE,
        onError: ON_ERROR,
      },
      createPublisher,
      (publisher) => publisher.settle(),
    ),
    provide(
      ENCODING_SERVICE,
      { db: DB, store: STORE, queue: JOB_QUEUE, realtime: REALTIME, publisher: ENCODING_PUBLISHER },
      createEncodingService,
    ),
    provide(REPAIRS_SERVICE, { db: DB, queue: JOB_QUEUE }, createRepairsService),
    provide(
      ENCODING_CHANGES,
      {
        db: DB,
        queue: JOB_QUEUE,
        disk: DISK_GUARD,
        realtime: REALTIME,
        publisher: ENCODING_PUBLISHER,
        lives: LIVES_OF_VIDEOS,
      },
      createEncodingChangesService,
    ),
    provide(RESTART_OF_VIDEOS, { changes: ENCODING_CHANGES }, ({ changes }) => ({
      ...changes,
      assertRestartable,
    })),
    provide(
      CUTS_SERVICE,
      {
        db: DB,
        store: STORE,
        queue: JOB_QUEUE,
        disk: DISK_GUARD,
        realtime: REALTIME,
        encoding: ENCODING_CHANGES,
        rules: RULES_OF_COPIES,
        archives: ARCHIVES_OF_VIDEOS,
        storage: STORAGE_SERVICE,
      },
      createCutsService,
    ),
    provide(WAVEFORMS_SERVICE, { db: DB, queue: JOB_QUEUE, store: STORE }, createWaveformsService),
    provide(LIVE_PROGRESS, { db: DB, realtime: REALTIME, encoding: ENCODING_SERVICE }, createLiveProgress),
    provide(PURGE_MEDIA, { db: DB, store: STORE }, createMediaPurge),
  ],
  routes: using(
    {
      encodingChanges: ENCODING_CHANGES,
      cuts: CUTS_SERVICE,
      waveforms: WAVEFORMS_SERVICE,
      videos: VIDEOS_SERVICE,
    },
    (services, app, guardFor) => registerEncodingRoutes(app, guardFor, services),
  ),
  jobResults: {
    of: "encoding",
    part: using({ encoding: ENCODING_SERVICE }, ({ encoding }) => reportsOfEncoding(encoding)),
  },
  schedules: using({ publisher: ENCODING_PUBLISHER, repairs: REPAIRS_SERVICE }, ({ publisher, repairs }) => [
    { run: () => publisher.publishOwed(), pauseMs: PUBLISH_PAUSE_MS },
    { run: () => repairs.run(), pauseMs: REPAIR_PAUSE_MS, topic: "repairs" },
  ]),
});

/** Passes the results of jobs to the encoding of their videos. */
const reportsOfEncoding = (encoding: Pick<EncodingService, "onResult" | "onDeadJob">): JobReports => ({
  async onResult(result) {
    if ("asset" in result || result.type === "thumbnail" || result.type === "captions") return;
    if (result.type === "stills") return;
    await encoding.onResult(result);
  },
  async onDead(job) {
    if ("videoUuid" in job) await encoding.onDeadJob(job);
  },
});
