import { defineModule } from "../../../platform/composition/define-module.ts";
import { need, provide, using } from "../../../platform/composition/need.ts";
import { CONFIG, DB, REALTIME } from "../../../platform/needs.ts";
import { CONFIGS_OF_KEYS } from "../../accounts/api-keys/index.ts";
import { CONFIG_OF_NEW } from "../../media/uploads/index.ts";
import { RULES_OF_COPIES } from "../../media/videos/index.ts";
import { type CollectionsService, createCollectionsService } from "./collections.service.ts";
import { type ConfigsService, createConfigsService } from "./configs.service.ts";
import { inheritRules, refuseAllViewers } from "./inherit-rules.ts";
import { registerRuleRoutes } from "./rules.routes.ts";
import { searchEngines } from "./search-engines.table.ts";
import { createVideoRulesService, type VideoRulesService } from "./video-rules.service.ts";

export { storeCollectionReports } from "./collection-reports.ts";
export { readConfigDescriptor } from "./configs.service.ts";
export { readClientDescriptor, readDescribedRules, readRulesInForce } from "./described-rules.ts";
export { assertNamed, columnsOf, lockCollection } from "./rule-changes.ts";
export { describeRules, presentCollectionOf } from "./rules.present.ts";
export {
  listConfigRules,
  listVideoRules,
  requireCollection,
  requireConfig,
  setRulesOfNew,
} from "./set-rules.ts";

import { requireConfig, setConfigOfNew } from "./set-rules.ts";

const VIDEO_RULES = need<VideoRulesService>("rules of videos");
const CONFIGS_SERVICE = need<ConfigsService>("configs");
const COLLECTIONS_SERVICE = need<CollectionsService>("collections");

export const rulesModule = defineModule({
  name: "rules",
  migrations: { "117-search-engines": searchEngines },
  services: [
    provide(VIDEO_RULES, { config: CONFIG, db: DB, realtime: REALTIME }, ({ config, ...deps }) =>
      createVideoRulesService({ ...deps, edgeUrl: config.EDGE_PUBLIC_URL }),
    ),
    provide(CONFIGS_SERVICE, { config: CONFIG, db: DB }, ({ config, db }) =>
      createConfigsService({ db, edgeUrl: config.EDGE_PUBLIC_URL }),
    ),
    provide(COLLECTIONS_SERVICE, { db: DB, realtime: REALTIME }, createCollectionsService),
    provide(CONFIG_OF_NEW, {}, () => ({ setConfig: setConfigOfNew })),
    provide(CONFIGS_OF_KEYS, { db: DB }, ({ db }) => ({
      assertConfig: async (clientUuid: string, uuid: string) =>
        void (await requireConfig(db, clientUuid, uuid)),
    })),
    provide(RULES_OF_COPIES, {}, () => ({ inheritRules, refuseAll: refuseAllViewers })),
  ],
  routes: using(
    { videoRules: VIDEO_RULES, configs: CONFIGS_SERVICE, collections: COLLECTIONS_SERVICE },
    (services, app, guardFor) => registerRuleRoutes(app, guardFor, services),
  ),
});
