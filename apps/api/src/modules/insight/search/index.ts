import { defineModule } from "../../../platform/composition/define-module.ts";
import { need, provide, using } from "../../../platform/composition/need.ts";
import { ANALYTICS, DB, ON_ERROR } from "../../../platform/needs.ts";
import { createRankingsService, type RankingsService } from "./rankings.service.ts";
import { registerSearchRoutes } from "./search.routes.ts";
import { createSearchService, type SearchService } from "./search.service.ts";

const SEARCH = need<SearchService>("search");
const RANKINGS = need<RankingsService>("rankings");

export const searchModule = defineModule({
  name: "search",
  services: [
    provide(SEARCH, { db: DB, analytics: ANALYTICS, onError: ON_ERROR }, createSearchService),
    provide(RANKINGS, { db: DB, analytics: ANALYTICS, onError: ON_ERROR }, createRankingsService),
  ],
  routes: using({ search: SEARCH, rankings: RANKINGS }, (services, app, guardFor) =>
    registerSearchRoutes(app, guardFor, services),
  ),
});
