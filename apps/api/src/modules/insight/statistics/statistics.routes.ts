import { routes } from "@shoal/contract";
import type { FastifyInstance } from "fastify";
import { noteAbout } from "../../../platform/http/about-call.ts";
import { bindRoute, type GuardFor } from "../../../platform/http/bind-route.ts";
import { callerGone } from "../../../platform/http/caller-gone.ts";
import { actorOf } from "../../accounts/auth/index.ts";
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
  bindRoute(app, guardFor, routes.getStatisticsTotals, ({ request, reply, query }) =>
    statistics.getTotals(actorOf(request), query, callerGone(reply)),
  );
  bindRoute(app, guardFor, routes.getStatisticsSeries, ({ request, reply, query }) =>
    statistics.getSeries(actorOf(request), query, callerGone(reply)),
  );
  bindRoute(app, guardFor, routes.getStatisticsPeaks, ({ request, reply, query }) =>
    statistics.getPeaks(actorOf(request), query, callerGone(reply)),
  );
  bindRoute(app, guardFor, routes.getStatisticsNow, ({ request, reply, query }) =>
    statistics.getNow(actorOf(request), query, callerGone(reply)),
  );
  bindRoute(app, guardFor, routes.getStatisticsBreakdown, ({ request, reply, query }) =>
    statistics.getBreakdown(actorOf(request), query, callerGone(reply)),
  );
  bindRoute(app, guardFor, routes.getStatisticsRanking, ({ request, reply, query }) =>
    statistics.getRanking(actorOf(request), query, callerGone(reply)),
  );
  bindRoute(app, guardFor, routes.getStatisticsPlaces, ({ request, reply, query }) =>
    statistics.getPlaces(actorOf(request), query, callerGone(reply)),
  );
  bindRoute(app, guardFor, routes.getStatisticsRetention, ({ request, reply, query }) =>
    statistics.getRetention(actorOf(request), query, callerGone(reply)),
  );
  bindRoute(app, guardFor, routes.listStatisticsSessions, ({ request, reply, query }) =>
    statistics.listSessions(actorOf(request), query, callerGone(reply)),
  );
  bindRoute(app, guardFor, routes.getStatisticsSession, ({ request, reply, params }) =>
    statistics.getSession(actorOf(request), params.id, callerGone(reply)),
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
    statistics.findVideos(actorOf(request), query),
  );
}
