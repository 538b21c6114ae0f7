import { routes } from "@shoal/contract";
import type { FastifyInstance } from "fastify";
import type { GuardFor } from "../../../platform/http/bind-route.ts";
import { describeCall } from "../../../platform/http/call-details.ts";
import { disconnectSignal } from "../../../platform/http/disconnect-signal.ts";
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
    getStatisticsTotals: ({ actor, reply, query }) =>
      statistics.getTotals(actor, query, disconnectSignal(reply)),
    getStatisticsSeries: ({ actor, reply, query }) =>
      statistics.getSeries(actor, query, disconnectSignal(reply)),
    getStatisticsPeaks: ({ actor, reply, query }) =>
      statistics.getPeaks(actor, query, disconnectSignal(reply)),
    getStatisticsNow: ({ actor, reply, query }) => statistics.getNow(actor, query, disconnectSignal(reply)),
    getStatisticsBreakdown: ({ actor, reply, query }) =>
      statistics.getBreakdown(actor, query, disconnectSignal(reply)),
    getStatisticsRanking: ({ actor, reply, query }) =>
      statistics.getRanking(actor, query, disconnectSignal(reply)),
    getStatisticsPlaces: ({ actor, reply, query }) =>
      statistics.getPlaces(actor, query, disconnectSignal(reply)),
    getStatisticsRetention: ({ actor, reply, query }) =>
      statistics.getRetention(actor, query, disconnectSignal(reply)),
    listStatisticsSessions: ({ actor, reply, query }) =>
      statistics.listSessions(actor, query, disconnectSignal(reply)),
    getStatisticsSession: ({ actor, reply, params }) =>
      statistics.getSession(actor, params.id, disconnectSignal(reply)),
    forgetViewer: ({ actor, request, params: { viewer } }) => {
      // The log records the action, but must not keep the erased viewer's id.
      describeCall(request, { target: `${viewer.slice(0, VIEWER_CHARS)}…` });
      return statistics.forgetViewer(actor, viewer);
    },
    getStatisticsSubjects: ({ actor }) => statistics.getSubjects(actor),
    findStatisticsVideos: ({ actor, query }) => statistics.findVideos(actor, query),
  });
}
