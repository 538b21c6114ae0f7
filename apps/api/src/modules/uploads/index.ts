export {
  type AbandonedUploadsService,
  createAbandonedUploadsService,
} from "./abandoned-uploads.service.ts";
export { createChunkReader } from "./chunk-body.ts";
export { registerUploadRoutes } from "./uploads.routes.ts";
export { createUploadsService } from "./uploads.service.ts";
