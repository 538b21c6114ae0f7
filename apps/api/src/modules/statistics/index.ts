export { createPlacesService } from "./places.service.ts";
export { openProofReader, type ProofGroupSums, type ProofReader } from "./proof-reader.ts";
export { createRankingService } from "./ranking.service.ts";
export { registerStatisticsRoutes } from "./statistics.routes.ts";
export { createStatisticsService } from "./statistics.service.ts";
