export { storeCollectionReports } from "./collection-reports.ts";
export { createCollectionsService } from "./collections.service.ts";
export { createConfigsService, readConfigDescriptor } from "./configs.service.ts";
export { readClientDescriptor, readDescribedRules } from "./described-rules.ts";
export { assertNamed, columnsOf, holdCollection } from "./rule-changes.ts";
export { describeRules, presentCollectionOf } from "./rules.present.ts";
export { registerRuleRoutes } from "./rules.routes.ts";
export { readRulesInForce } from "./rules-in-force.ts";
export { createVideoRulesService } from "./video-rules.service.ts";
