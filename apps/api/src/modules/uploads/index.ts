export { registerUploadRoutes } from "./uploads.routes.ts";
export { createUploadsService } from "./uploads.service.ts";
