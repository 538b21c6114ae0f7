export { registerDownloadRoutes } from "./downloads.routes.ts";
export { createDownloadsService, type DownloadsService } from "./downloads.service.ts";
