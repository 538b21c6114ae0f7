export { registerThumbnailRoutes } from "./thumbnails.routes.ts";
export {
  createThumbnailsService,
  type ThumbnailResults,
  type ThumbnailsService,
} from "./thumbnails.service.ts";
