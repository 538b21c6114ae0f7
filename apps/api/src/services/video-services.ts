import type { MediaStore } from "@shoal/store";
import type { Config } from "../config.ts";
import { createCaptionsService } from "../modules/captions/index.ts";
import {
  assertRestartable,
  createCutsService,
  createEncodingChangesService,
  type Publisher,
} from "../modules/encoding/index.ts";
import { createExportLinksService } from "../modules/export-links/index.ts";
import { createLabelsService } from "../modules/labels/index.ts";
import {
  assertPlannable,
  createDuePlansService,
  createRemovalService,
  createSimulatedLivesService,
  createTrashService,
} from "../modules/plans/index.ts";
import { createSceneListsService, type SceneListPublisher } from "../modules/scene-lists/index.ts";
import {
  createAdminVideosService,
  createBulkChangesService,
  createChaptersService,
  type VideosService,
} from "../modules/videos/index.ts";
import type { Database } from "../platform/database.ts";
import type { DiskGuard } from "../platform/disk-guard.ts";
import type { JobQueue } from "../platform/queue/job-queue.ts";
import type { Realtime } from "../platform/realtime/realtime.ts";
import { servingEdgeOf } from "./serving-edge.ts";

/** What is done with videos that are there. */
export function openVideoServices(shared: {
  config: Config;
  db: Database;
  store: MediaStore;
  queue: JobQueue;
  realtime: Realtime;
  disk: DiskGuard;
  publisher: Publisher;
  listPublisher: SceneListPublisher;
  videos: VideosService;
  onError: (error: unknown) => void;
}) {
  const { config, db, store, queue, realtime, disk, publisher, listPublisher, videos, onError } = shared;
  const edge = servingEdgeOf(config);
  const keptDays = config.TRASH_DAYS;
  const encoding = createEncodingChangesService({ db, queue, disk, realtime, publisher });
  const removal = createRemovalService({ db, queue, realtime, videos });
  const rules = { assertRestartable, assertPlannable };
  return {
    ...{ removal, encodingChanges: encoding },
    cuts: createCutsService({ db, store, queue, disk, realtime, encoding }),
    sceneLists: createSceneListsService({ db, queue, disk, realtime, publisher, listPublisher, edge }),
    trash: createTrashService({ db, realtime, videos, removal, encoding, keptDays }),
    simulatedLives: createSimulatedLivesService({ db, realtime, videos }),
    duePlans: createDuePlansService({ db, realtime, removal, keptDays, onError }),
    bulkChanges: createBulkChangesService({ db, disk, realtime, removal, encoding, rules }),
    chapters: createChaptersService(videos),
    adminVideos: createAdminVideosService({ db, videos }),
    captions: createCaptionsService({ db, store, queue, realtime }),
    labels: createLabelsService({ db, realtime, videos }),
    exportLinks: createExportLinksService({ db, realtime, edge }),
  };
}
