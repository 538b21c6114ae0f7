export { storeCollectionReports } from "./collection-reports.ts";
export { createCollectionsService } from "./collections.service.ts";
export { createConfigsService, readConfigDescriptor } from "./configs.service.ts";
export { readClientDescriptor, readDescribedRules, readPluginVideoDescriptor } from "./described-rules.ts";
export { createPluginVideosService } from "./plugin-videos.service.ts";
export { registerRuleRoutes } from "./rules.routes.ts";
export { createVideoRulesService } from "./video-rules.service.ts";
