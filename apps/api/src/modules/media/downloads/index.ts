import { defineModule } from "../../../platform/composition/define-module.ts";
import { need, provide, using } from "../../../platform/composition/need.ts";
import { CONFIG, DB, STORE } from "../../../platform/needs.ts";
import { registerDownloadRoutes } from "./downloads.routes.ts";
import { createDownloadsService, type DownloadsService, RIGHTS_OF_GUESTS } from "./downloads.service.ts";

export { type DownloadsService, RIGHTS_OF_GUESTS } from "./downloads.service.ts";

export const DOWNLOADS_SERVICE = need<DownloadsService>("downloads");

export const downloadsModule = defineModule({
  name: "downloads",
  services: [
    provide(
      DOWNLOADS_SERVICE,
      { config: CONFIG, db: DB, store: STORE, mayGuestOpen: RIGHTS_OF_GUESTS },
      ({ config, ...deps }) =>
        createDownloadsService({
          ...deps,
          edgeUrl: config.EDGE_PUBLIC_URL,
          secret: config.INTERNAL_SECRET,
        }),
    ),
  ],
  routes: using({ downloads: DOWNLOADS_SERVICE }, ({ downloads }, app, guardFor) =>
    registerDownloadRoutes(app, guardFor, downloads),
  ),
});
