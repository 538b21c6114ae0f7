import { CLEANING_PAUSE_MS, defineModule } from "../../../platform/composition/define-module.ts";
import { need, provide, using } from "../../../platform/composition/need.ts";
import { CONFIG, DB, DISK_GUARD, REALTIME } from "../../../platform/needs.ts";
import { VIDEOS_OF_USERS } from "../../accounts/users/index.ts";
import { type AdminVideosService, createAdminVideosService } from "./admin-videos.service.ts";
import {
  type BulkChangesService,
  createBulkChangesService,
  REMOVAL_OF_VIDEOS,
} from "./bulk-changes.service.ts";
import { type ChaptersService, createChaptersService } from "./chapters.service.ts";
import { pruneUnusedWords } from "./description-words.repository.ts";
import { pruneUnusedTags, tagNameTables } from "./tag-names.ts";
import { LIVES_OF_VIDEOS, RESTART_OF_VIDEOS } from "./upper-wings.ts";
import { ADDING_UP_PAUSE_MS, addUpCounts, videoCountTables } from "./video-counts.ts";
import type { ServingEdge } from "./videos.present.ts";
import { LIVE_DETAILS, registerVideoRoutes } from "./videos.routes.ts";
import { createVideosService, type VideosService } from "./videos.service.ts";

export { REMOVAL_OF_VIDEOS, type RemovalOfVideos } from "./bulk-changes.service.ts";
export { FIGURE_COLUMNS, figuresOfRow } from "./figure-columns.ts";
export {
  followOrigins,
  inheritedColumns,
  lockListsOf,
  strictestColumns,
  touchRows,
} from "./inherited-conditions.ts";
export { pictureLockOf, readPictureLock } from "./picture-lock.ts";
export {
  ARCHIVES_OF_VIDEOS,
  type ArchivesOfVideos,
  type CopyOfVideo,
  LIVES_OF_VIDEOS,
  type LivesOfVideos,
  RESTART_OF_VIDEOS,
  RULES_OF_COPIES,
  type RulesOfCopies,
} from "./upper-wings.ts";
export {
  BEGINS_GENERATION,
  BEGINS_SIMULATED_LIVE,
  DELETION_DUE_NOW,
  ENDS_SIMULATED_LIVE,
  MOVED_TO_TRASH,
  type VideoChange,
} from "./video-changes.ts";
export { AS_OF_CURSOR, STALE_AFTER_SEC, staleFiguresTime } from "./video-list.repository.ts";
export { decidePasswordHash, findPasswordFault, hashVideoPassword } from "./video-password.ts";
export {
  assertRevision,
  chunkCountOf,
  isUploadComplete,
  mediaUuidOf,
  type VideoRow,
  videoNotFound,
} from "./video-row.ts";
export { presentThumbnail, type ServingEdge } from "./videos.present.ts";
export { createVideosRepository } from "./videos.repository.ts";
export { LIVE_DETAILS } from "./videos.routes.ts";
export { type VideosService, withoutDuplicates } from "./videos.service.ts";

/** The edge whose addresses the api gives to viewers and clients. */
export const SERVING_EDGE = need<ServingEdge>("serving edge");
export const VIDEOS_SERVICE = need<VideosService>("videos");
const CHAPTERS_SERVICE = need<ChaptersService>("chapters");
const BULK_CHANGES = need<BulkChangesService>("changes of many videos");
const ADMIN_VIDEOS = need<AdminVideosService>("videos for administrators");

export const videosModule = defineModule({
  name: "videos",
  migrations: { "131-video-counts": videoCountTables, "143-tag-names": tagNameTables },
  services: [
    provide(SERVING_EDGE, { config: CONFIG }, ({ config }) => ({
      url: config.EDGE_PUBLIC_URL,
      secret: config.INTERNAL_SECRET,
    })),
    provide(
      VIDEOS_SERVICE,
      {
        db: DB,
        realtime: REALTIME,
        edge: SERVING_EDGE,
        lives: LIVES_OF_VIDEOS,
        encoding: RESTART_OF_VIDEOS,
      },
      createVideosService,
    ),
    provide(VIDEOS_OF_USERS, { videos: VIDEOS_SERVICE }, ({ videos }) => videos),
    provide(CHAPTERS_SERVICE, { videos: VIDEOS_SERVICE }, ({ videos }) => createChaptersService(videos)),
    provide(
      BULK_CHANGES,
      {
        db: DB,
        disk: DISK_GUARD,
        realtime: REALTIME,
        removal: REMOVAL_OF_VIDEOS,
        encoding: RESTART_OF_VIDEOS,
      },
      createBulkChangesService,
    ),
    provide(ADMIN_VIDEOS, { db: DB, videos: VIDEOS_SERVICE }, createAdminVideosService),
  ],
  routes: using(
    {
      videos: VIDEOS_SERVICE,
      chapters: CHAPTERS_SERVICE,
      bulkChanges: BULK_CHANGES,
      adminVideos: ADMIN_VIDEOS,
      liveDetails: LIVE_DETAILS,
    },
    (services, app, guardFor) => registerVideoRoutes(app, guardFor, services),
  ),
  schedules: using({ db: DB }, ({ db }) => [
    { run: () => pruneUnusedWords(db, Date.now()), pauseMs: CLEANING_PAUSE_MS },
    { run: () => pruneUnusedTags(db, Date.now()), pauseMs: CLEANING_PAUSE_MS },
    { run: () => addUpCounts(db), pauseMs: ADDING_UP_PAUSE_MS },
  ]),
});
