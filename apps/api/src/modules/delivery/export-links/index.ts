import { defineModule } from "../../../platform/composition/define-module.ts";
import { need, provide, using } from "../../../platform/composition/need.ts";
import { DB, REALTIME } from "../../../platform/needs.ts";
import { SERVING_EDGE } from "../../media/videos/index.ts";
import { registerExportLinkRoutes } from "./export-links.routes.ts";
import { createExportLinksService, type ExportLinksService } from "./export-links.service.ts";

export { readLinkDescriptor } from "./link-descriptor.ts";

const EXPORT_LINKS = need<ExportLinksService>("export links");

export const exportLinksModule = defineModule({
  name: "export-links",
  services: [
    provide(EXPORT_LINKS, { db: DB, realtime: REALTIME, edge: SERVING_EDGE }, createExportLinksService),
  ],
  routes: using({ links: EXPORT_LINKS }, ({ links }, app, guardFor) =>
    registerExportLinkRoutes(app, guardFor, links),
  ),
});
