export { readPluginVideoDescriptor } from "./plugin-descriptor.ts";
export { registerPluginVideoRoutes } from "./plugin-videos.routes.ts";
export { createPluginVideosService } from "./plugin-videos.service.ts";
