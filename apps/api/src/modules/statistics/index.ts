export { registerStatisticsRoutes } from "./statistics.routes.ts";
export { createStatisticsService } from "./statistics.service.ts";
