import { routes } from "@shoal/contract";
import type { FastifyInstance } from "fastify";
import { noteAbout } from "../../platform/http/about-call.ts";
import { bindRoute, type GuardFor } from "../../platform/http/bind-route.ts";
import { actorOf } from "../auth/index.ts";
import type { PlacesService } from "./places.service.ts";
import type { RankingService } from "./ranking.service.ts";
import type { StatisticsService } from "./statistics.service.ts";

/** Enough to say in a conversation which one it was. */
const VIEWER_CHARS = 4;

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
  bindRoute(app, guardFor, routes.getStatisticsRetention, ({ request, query }) =>
    statistics.getRetention(actorOf(request), query),
  );
  bindRoute(app, guardFor, routes.listStatisticsSessions, ({ request, query }) =>
    statistics.listSessions(actorOf(request), query),
  );
  bindRoute(app, guardFor, routes.getStatisticsSession, ({ request, params }) =>
    statistics.getSession(actorOf(request), params.id),
  );
  bindRoute(app, guardFor, routes.forgetViewer, ({ request, params: { viewer } }) => {
    // The log says that it was done, and must not keep who was forgotten.
    noteAbout(request, { target: `${viewer.slice(0, VIEWER_CHARS)}…` });
    return statistics.forgetViewer(actorOf(request), viewer);
  });
  bindRoute(app, guardFor, routes.getStatisticsSubjects, ({ request }) =>
    statistics.getSubjects(actorOf(request)),
  );
  bindRoute(app, guardFor, routes.findStatisticsVideos, ({ request, query }) =>
    statistics.findVideos(actorOf(request), query.search),
  );
}
