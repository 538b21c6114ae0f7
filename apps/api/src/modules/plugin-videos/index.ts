export { readPluginVideoDescriptor } from "./plugin-descriptor.ts";
export { findPluginVideo, listNamedPluginVideos } from "./plugin-videos.repository.ts";
export { registerPluginVideoRoutes } from "./plugin-videos.routes.ts";
export { createPluginVideosService } from "./plugin-videos.service.ts";
