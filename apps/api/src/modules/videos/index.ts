export { createBulkChangesService } from "./bulk-changes.service.ts";
export { createChaptersService } from "./chapters.service.ts";
export { readVideos } from "./video-list.repository.ts";
export {
  createVideosRepository,
  isWholeThere,
  PLAYBACK_CHANNEL,
  type VideoRow,
  type VideosRepository,
  videoNotFound,
} from "./videos.repository.ts";
export { registerVideoRoutes } from "./videos.routes.ts";
export {
  createVideosService,
  DEFAULT_QUALITIES,
  type VideosService,
  withoutDuplicates,
} from "./videos.service.ts";
