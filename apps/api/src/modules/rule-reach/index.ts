export { registerRuleReachRoutes } from "./rule-reach.routes.ts";
export { createRuleReachService } from "./rule-reach.service.ts";
