export { readVideos } from "./video-list.repository.ts";
export {
  createVideosRepository,
  isWholeThere,
  PLAYBACK_CHANNEL,
  type VideoRow,
  type VideosRepository,
} from "./videos.repository.ts";
export { registerVideoRoutes } from "./videos.routes.ts";
export { createVideosService, DEFAULT_QUALITIES, type VideosService } from "./videos.service.ts";
