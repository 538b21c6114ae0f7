import { defineModule } from "../../../platform/composition/define-module.ts";
import { need, provide, using } from "../../../platform/composition/need.ts";
import { DB } from "../../../platform/needs.ts";
import { EDGE_CALLS } from "../edges/index.ts";
import { registerRuleReachRoutes } from "./rule-reach.routes.ts";
import { createRuleReachService, type RuleReachService } from "./rule-reach.service.ts";

const RULE_REACH = need<RuleReachService>("reach of rules");

export const ruleReachModule = defineModule({
  name: "rule-reach",
  services: [provide(RULE_REACH, { db: DB, edges: EDGE_CALLS }, createRuleReachService)],
  routes: using({ reach: RULE_REACH }, ({ reach }, app, guardFor) =>
    registerRuleReachRoutes(app, guardFor, reach),
  ),
});
