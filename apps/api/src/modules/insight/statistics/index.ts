import { defineModule } from "../../../platform/composition/define-module.ts";
import { need, provide, using } from "../../../platform/composition/need.ts";
import { ANALYTICS, CONFIG, DB, LIMIT_STORE, ON_ERROR } from "../../../platform/needs.ts";
import { createPlacesService, type PlacesService } from "./places.service.ts";
import { openProofReader, type ProofReader } from "./proof-reader.ts";
import { createRankingService, type RankingService } from "./ranking.service.ts";
import { registerStatisticsRoutes } from "./statistics.routes.ts";
import { createStatisticsService, type StatisticsService } from "./statistics.service.ts";

export { openProofReader, type ProofGroupSums, type ProofReader } from "./proof-reader.ts";

export const PROOF_READER = need<ProofReader>("reader of proofs");
const STATISTICS_SERVICE = need<StatisticsService & RankingService & PlacesService>("statistics");

export const statisticsModule = defineModule({
  name: "statistics",
  services: [
    provide(
      STATISTICS_SERVICE,
      { config: CONFIG, db: DB, limitStore: LIMIT_STORE, analytics: ANALYTICS, onError: ON_ERROR },
      ({ config, db, limitStore, analytics, onError }) => ({
        ...createStatisticsService({ db, limitStore, analytics, secret: config.INTERNAL_SECRET, onError }),
        ...createRankingService({ db, analytics, onError }),
        ...createPlacesService({ db, analytics, onError }),
      }),
    ),
    provide(PROOF_READER, { analytics: ANALYTICS, onError: ON_ERROR }, openProofReader),
  ],
  routes: using({ statistics: STATISTICS_SERVICE }, ({ statistics }, app, guardFor) =>
    registerStatisticsRoutes(app, guardFor, statistics),
  ),
});
