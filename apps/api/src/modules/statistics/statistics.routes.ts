import { routes } from "@shoal/contract";
import type { FastifyInstance } from "fastify";
import { bindRoute, type GuardFor } from "../../platform/http/bind-route.ts";
import { actorOf } from "../auth/index.ts";
import type { PlacesService } from "./places.service.ts";
import type { RankingService } from "./ranking.service.ts";
import type { StatisticsService } from "./statistics.service.ts";

export function registerStatisticsRoutes(
  app: FastifyInstance,
  guardFor: GuardFor,
  statistics: StatisticsService & RankingService & PlacesService,
): void {
  bindRoute(app, guardFor, routes.getStatisticsTotals, ({ request, query }) =>
    statistics.getTotals(actorOf(request), query),
  );
  bindRoute(app, guardFor, routes.getStatisticsSeries, ({ request, query }) =>
    statistics.getSeries(actorOf(request), query),
  );
  bindRoute(app, guardFor, routes.getStatisticsBreakdown, ({ request, query }) =>
    statistics.getBreakdown(actorOf(request), query),
  );
  bindRoute(app, guardFor, routes.getStatisticsRanking, ({ request, query }) =>
    statistics.getRanking(actorOf(request), query),
  );
  bindRoute(app, guardFor, routes.getStatisticsPlaces, ({ request, query }) =>
    statistics.getPlaces(actorOf(request), query),
  );
  bindRoute(app, guardFor, routes.getStatisticsSubjects, ({ request }) =>
    statistics.getSubjects(actorOf(request)),
  );
  bindRoute(app, guardFor, routes.findStatisticsVideos, ({ request, query }) =>
    statistics.findVideos(actorOf(request), query.search),
  );
}
