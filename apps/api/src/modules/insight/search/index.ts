import { defineModule } from "../../../platform/composition/define-module.ts";
import { need, provide, using } from "../../../platform/composition/need.ts";
import { ANALYTICS, DB, ON_ERROR } from "../../../platform/needs.ts";
import { createRankingsService, type RankingsService } from "./rankings.service.ts";
import { registerSearchRoutes } from "./search.routes.ts";
import { createSearchService, type SearchService } from "./search.service.ts";

const SEARCH_SERVICE = need<SearchService>("search");
const RANKINGS_SERVICE = need<RankingsService>("rankings");

export const searchModule = defineModule({
  name: "search",
  services: [
    provide(SEARCH_SERVICE, { db: DB, analytics: ANALYTICS, onError: ON_ERROR }, createSearchService),
    provide(RANKINGS_SERVICE, { db: DB, analytics: ANALYTICS, onError: ON_ERROR }, createRankingsService),
  ],
  routes: using({ search: SEARCH_SERVICE, rankings: RANKINGS_SERVICE }, (services, app, guardFor) =>
    registerSearchRoutes(app, guardFor, services),
  ),
});
