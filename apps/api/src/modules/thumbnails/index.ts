export { registerThumbnailRoutes } from "./thumbnails.routes.ts";
export {
  createThumbnailsService,
  type ThumbnailsService,
} from "./thumbnails.service.ts";
