import { defineModule, type JobReports } from "../../../platform/composition/define-module.ts";
import { need, provide, using } from "../../../platform/composition/need.ts";
import { DB, DISK, ON_ERROR, PURGE_MEDIA, QUEUE, REALTIME, STORE } from "../../../platform/needs.ts";
import { STORAGE } from "../../accounts/clients/index.ts";
import {
  ARCHIVES_OF_VIDEOS,
  LIVES_OF_VIDEOS,
  RESTART_OF_VIDEOS,
  RULES_OF_COPIES,
  VIDEOS,
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
import { createRepairsService, REPAIRS } from "./repairs.service.ts";
import { mediaRepairTables } from "./repairs.table.ts";
import { createWaveformsService, type WaveformsService } from "./waveforms.service.ts";

export { createCutsRepository } from "./cuts.repository.ts";
export { createEncodingsRepository, type EncodingRow } from "./encodings.repository.ts";
export { sendFetches, sourceObjectOf } from "./jobs-to-send.ts";
export type { LiveProgress } from "./live-progress.ts";
export { createMediaPurge } from "./media-purge.ts";
export { ON_SCENE, type Publisher } from "./publisher.ts";
export { createRepairsRepository, type Repair } from "./repairs.repository.ts";
export { createRepairRequests, type RequestRepair } from "./repairs.service.ts";
export { dropGeneration, dropReplacement, dropReplacementsOf } from "./replacement-media.ts";
export { requireStore } from "./require-store.ts";
export { createSceneMaker, type SceneMaker } from "./scene-maker.ts";
export { serveWaveform } from "./serve-waveform.ts";
export type { NamedWaveform, WaveformsService } from "./waveforms.service.ts";

export const ENCODING = need<EncodingService>("encoding");
export const ENCODING_CHANGES = need<EncodingChangesService>("changes of encodings");
export const LIVE_PROGRESS = need<LiveProgress>("progress of jobs");
export const PUBLISHER = need<Publisher>("publisher");
const CUTS = need<CutsService>("cuts");
export const WAVEFORMS = need<WaveformsService>("waveforms");

/** Milliseconds between checks for missed publications. Viewers of a running encoding lack its latest segments for as long. */
const PUBLISH_PAUSE_MS = 5_000;
/** Milliseconds between checks for failed repairs. New ones are announced and need no check. */
const REPAIR_PAUSE_MS = 60_000;

export const encodingModule = defineModule({
  name: "encoding",
  migrations: { "140-media-repairs": mediaRepairTables, "147-cut-conditions": cutConditionColumns },
  services: [
    provide(
      PUBLISHER,
      {
        db: DB,
        store: STORE,
        queue: QUEUE,
        realtime: REALTIME,
        onScene: ON_SCENE,
        onError: ON_ERROR,
      },
      createPublisher,
      (publisher) => publisher.settle(),
    ),
    provide(
      ENCODING,
      { db: DB, store: STORE, queue: QUEUE, realtime: REALTIME, publisher: PUBLISHER },
      createEncodingService,
    ),
    provide(REPAIRS, { db: DB, queue: QUEUE }, createRepairsService),
    provide(
      ENCODING_CHANGES,
      {
        db: DB,
        queue: QUEUE,
        disk: DISK,
        realtime: REALTIME,
        publisher: PUBLISHER,
        lives: LIVES_OF_VIDEOS,
      },
      createEncodingChangesService,
    ),
    provide(RESTART_OF_VIDEOS, { changes: ENCODING_CHANGES }, ({ changes }) => ({
      ...changes,
      assertRestartable,
    })),
    provide(
      CUTS,
      {
        db: DB,
        store: STORE,
        queue: QUEUE,
        disk: DISK,
        realtime: REALTIME,
        encoding: ENCODING_CHANGES,
        rules: RULES_OF_COPIES,
        archives: ARCHIVES_OF_VIDEOS,
        storage: STORAGE,
      },
      createCutsService,
    ),
    provide(WAVEFORMS, { db: DB, queue: QUEUE, store: STORE }, createWaveformsService),
    provide(LIVE_PROGRESS, { db: DB, realtime: REALTIME, encoding: ENCODING }, createLiveProgress),
    provide(PURGE_MEDIA, { db: DB, store: STORE }, createMediaPurge),
  ],
  routes: using(
    { encodingChanges: ENCODING_CHANGES, cuts: CUTS, waveforms: WAVEFORMS, videos: VIDEOS },
    (services, app, guardFor) => registerEncodingRoutes(app, guardFor, services),
  ),
  jobResults: {
    of: "encoding",
    part: using({ encoding: ENCODING }, ({ encoding }) => reportsOfEncoding(encoding)),
  },
  schedules: using({ publisher: PUBLISHER, repairs: REPAIRS }, ({ publisher, repairs }) => [
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
