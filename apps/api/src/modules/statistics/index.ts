export { createPlacesService } from "./places.service.ts";
export { createRankingService } from "./ranking.service.ts";
export { registerStatisticsRoutes } from "./statistics.routes.ts";
export { createStatisticsService } from "./statistics.service.ts";
