export {
  type AbandonedUploadsService,
  createAbandonedUploadsService,
} from "./abandoned-uploads.service.ts";
export { registerUploadRoutes } from "./uploads.routes.ts";
export { createUploadsService } from "./uploads.service.ts";
