export { createAdminVideosService } from "./admin-videos.service.ts";
export { createBulkChangesService } from "./bulk-changes.service.ts";
export { createChaptersService } from "./chapters.service.ts";
export { forgetUnusedWords } from "./description-words.repository.ts";
export { followOrigins, inheritedColumns, strictestColumns, touchRows } from "./inherited-conditions.ts";
export { pictureLockOf, readPictureLock } from "./picture-lock.ts";
export {
  BEGINS_GENERATION,
  BEGINS_SIMULATED_LIVE,
  DELETED_BY_NOW,
  ENDS_SIMULATED_LIVE,
  TRASHED_NOW,
  type VideoChange,
} from "./video-changes.ts";
export { decidePasswordHash, findPasswordFault, hashVideoPassword } from "./video-password.ts";
export {
  assertRevision,
  chunkCountOf,
  isWholeThere,
  mediaUuidOf,
  type VideoRow,
  videoNotFound,
} from "./video-row.ts";
export { presentThumbnail, type ServingEdge } from "./videos.present.ts";
export { createVideosRepository, type VideosRepository } from "./videos.repository.ts";
export { registerVideoRoutes } from "./videos.routes.ts";
export {
  createVideosService,
  type VideosService,
  withoutDuplicates,
} from "./videos.service.ts";
