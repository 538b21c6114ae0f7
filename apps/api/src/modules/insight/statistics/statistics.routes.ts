import { routes } from "@shoal/contract";
import type { FastifyInstance } from "fastify";
import type { GuardFor } from "../../../platform/http/bind-route.ts";
import { describeCall } from "../../../platform/http/call-details.ts";
import { callerGone } from "../../../platform/http/caller-gone.ts";
import { bindRoutes } from "../../accounts/auth/index.ts";
import type { PlacesService } from "./places.service.ts";
import type { RankingService } from "./ranking.service.ts";
import type { StatisticsService } from "./statistics.service.ts";

/** The number of logged characters of a viewer's id, which is enough to refer to it. */
const VIEWER_CHARS = 4;

export function registerStatisticsRoutes(
  app: FastifyInstance,
  guardFor: GuardFor,
  statistics: StatisticsService & RankingService & PlacesService,
): void {
  bindRoutes(app, guardFor, routes, {
    getStatisticsTotals: ({ actor, reply, query }) => statistics.getTotals(actor, query, callerGone(reply)),
    getStatisticsSeries: ({ actor, reply, query }) => statistics.getSeries(actor, query, callerGone(reply)),
    getStatisticsPeaks: ({ actor, reply, query }) => statistics.getPeaks(actor, query, callerGone(reply)),
    getStatisticsNow: ({ actor, reply, query }) => statistics.getNow(actor, query, callerGone(reply)),
    getStatisticsBreakdown: ({ actor, reply, query }) =>
      statistics.getBreakdown(actor, query, callerGone(reply)),
    getStatisticsRanking: ({ actor, reply, query }) => statistics.getRanking(actor, query, callerGone(reply)),
    getStatisticsPlaces: ({ actor, reply, query }) => statistics.getPlaces(actor, query, callerGone(reply)),
    getStatisticsRetention: ({ actor, reply, query }) =>
      statistics.getRetention(actor, query, callerGone(reply)),
    listStatisticsSessions: ({ actor, reply, query }) =>
      statistics.listSessions(actor, query, callerGone(reply)),
    getStatisticsSession: ({ actor, reply, params }) =>
      statistics.getSession(actor, params.id, callerGone(reply)),
    forgetViewer: ({ actor, request, params: { viewer } }) => {
      // The log records the action, but must not keep the erased viewer's id.
      describeCall(request, { target: `${viewer.slice(0, VIEWER_CHARS)}…` });
      return statistics.forgetViewer(actor, viewer);
    },
    getStatisticsSubjects: ({ actor }) => statistics.getSubjects(actor),
    findStatisticsVideos: ({ actor, query }) => statistics.findVideos(actor, query),
  });
}
