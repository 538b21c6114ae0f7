import { CLEANING_PAUSE_MS, defineModule } from "../../../platform/composition/define-module.ts";
import { need, provide, using } from "../../../platform/composition/need.ts";
import { DB, REALTIME } from "../../../platform/needs.ts";
import { prunePluginVersions } from "./plugin-versions.repository.ts";
import { pluginVersionTables } from "./plugin-versions.table.ts";
import { FIGURES_TO_REFRESH, registerPluginVideoRoutes } from "./plugin-videos.routes.ts";
import { createPluginVideosService, type PluginVideosService } from "./plugin-videos.service.ts";

export { readPluginVideoDescriptor } from "./plugin-descriptor.ts";
export { storePluginVersions } from "./plugin-versions.repository.ts";
export { findPluginVideo, listNamedPluginVideos } from "./plugin-videos.repository.ts";
export { FIGURES_TO_REFRESH } from "./plugin-videos.routes.ts";

const PLUGIN_VIDEOS = need<PluginVideosService>("plugin videos");

export const pluginVideosModule = defineModule({
  name: "plugin-videos",
  migrations: { "081-plugin-versions": pluginVersionTables },
  services: [provide(PLUGIN_VIDEOS, { db: DB, realtime: REALTIME }, createPluginVideosService)],
  routes: using(
    { pluginVideos: PLUGIN_VIDEOS, clientFigures: FIGURES_TO_REFRESH },
    (services, app, guardFor) => registerPluginVideoRoutes(app, guardFor, services),
  ),
  schedules: using({ db: DB }, ({ db }) => [
    { run: () => prunePluginVersions(db), pauseMs: CLEANING_PAUSE_MS },
  ]),
});
