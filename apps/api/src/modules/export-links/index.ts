export { registerExportLinkRoutes } from "./export-links.routes.ts";
export { createExportLinksService } from "./export-links.service.ts";
export { readLinkDescriptor } from "./link-descriptor.ts";
