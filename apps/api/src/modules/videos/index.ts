export { createAdminVideosService } from "./admin-videos.service.ts";
export { createBulkChangesService } from "./bulk-changes.service.ts";
export { createChaptersService } from "./chapters.service.ts";
export { forgetUnusedWords } from "./description-words.repository.ts";
export { decidePasswordHash, findPasswordFault, hashVideoPassword } from "./video-password.ts";
export { presentThumbnail } from "./videos.present.ts";
export {
  assertRevision,
  BEGINS_GENERATION,
  chunkCountOf,
  createVideosRepository,
  DELETED_BY_NOW,
  isWholeThere,
  mediaUuidOf,
  TRASHED_NOW,
  type VideoChange,
  type VideoRow,
  type VideosRepository,
  videoNotFound,
} from "./videos.repository.ts";
export { registerVideoRoutes } from "./videos.routes.ts";
export {
  createVideosService,
  type VideosService,
  withoutDuplicates,
} from "./videos.service.ts";
