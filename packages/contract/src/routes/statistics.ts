import { z } from "zod";
import { StatisticsPlaces, StatisticsRanking, StatisticsRankingQuery } from "../rankings.ts";
import { defineRoute } from "../route.ts";
import {
  StatisticsBreakdown,
  StatisticsBreakdownQuery,
  StatisticsQuery,
  StatisticsSeries,
  StatisticsSeriesQuery,
  StatisticsSubjects,
  StatisticsTotals,
  StatisticsVideos,
  StatisticsVideosQuery,
} from "../statistics.ts";
import { StatisticsNow, StatisticsNowQuery, StatisticsPeaks } from "../statistics-now.ts";
import { StatisticsRetention, StatisticsRetentionQuery } from "../statistics-retention.ts";
import {
  ForgottenViewer,
  StatisticsSessions,
  StatisticsSessionsQuery,
  StatisticsSessionTimeline,
} from "../statistics-sessions.ts";

/** What the pages of analytics show. The calls that the spec names are those of the search. */
export const statisticsRoutes = {
  getStatisticsTotals: defineRoute({
    method: "GET",
    path: "/api/statistics/totals",
    guard: "readAnalytics",
    summary: "What viewers watched in a period, how well, and what it took, with the period before it",
    query: StatisticsQuery,
    response: StatisticsTotals,
  }),
  getStatisticsSeries: defineRoute({
    method: "GET",
    path: "/api/statistics/series",
    guard: "readAnalytics",
    summary: "The same step by step, for charts",
    query: StatisticsSeriesQuery,
    response: StatisticsSeries,
  }),
  getStatisticsPeaks: defineRoute({
    method: "GET",
    path: "/api/statistics/peaks",
    guard: "readAnalytics",
    summary: "How many watched at the same time at most, in a period and step by step",
    query: StatisticsSeriesQuery,
    response: StatisticsPeaks,
  }),
  getStatisticsNow: defineRoute({
    method: "GET",
    path: "/api/statistics/now",
    guard: "readAnalytics",
    summary: "Who watches at this moment, and by peers",
    query: StatisticsNowQuery,
    response: StatisticsNow,
  }),
  getStatisticsBreakdown: defineRoute({
    method: "GET",
    path: "/api/statistics/breakdown",
    guard: "readAnalytics",
    summary: "The same by the values of a dimension, such as countries or videos",
    query: StatisticsBreakdownQuery,
    response: StatisticsBreakdown,
  }),
  getStatisticsRetention: defineRoute({
    method: "GET",
    path: "/api/statistics/retention",
    guard: "readAnalytics",
    summary: "How many sessions played each second of a video, and how often it was played once more",
    query: StatisticsRetentionQuery,
    response: StatisticsRetention,
  }),
  listStatisticsSessions: defineRoute({
    method: "GET",
    path: "/api/statistics/sessions",
    guard: "readAnalytics",
    summary: "The sessions of a period, one by one",
    query: StatisticsSessionsQuery,
    response: StatisticsSessions,
  }),
  getStatisticsSession: defineRoute({
    method: "GET",
    path: "/api/statistics/sessions/{id}",
    guard: "readAnalytics",
    summary: "One session minute by minute, with what happened to its player",
    params: z.object({ id: z.uuid() }),
    response: StatisticsSessionTimeline,
  }),
  forgetViewer: defineRoute({
    method: "DELETE",
    path: "/api/statistics/viewers/{viewer}",
    guard: "manager",
    summary: "Forget who a viewer is and his sessions; what he watched stays in the sums",
    params: z.object({ viewer: z.uuid() }),
    response: ForgottenViewer,
  }),
  getStatisticsRanking: defineRoute({
    method: "GET",
    path: "/api/statistics/ranking",
    guard: "readAnalytics",
    summary: "What comes first in a period by one figure, with the ranks of the period before",
    query: StatisticsRankingQuery,
    response: StatisticsRanking,
  }),
  getStatisticsPlaces: defineRoute({
    method: "GET",
    path: "/api/statistics/places",
    guard: "user",
    summary:
      "Videos that have a place, for a map: whether they are live, and for who may read analytics their figures",
    query: StatisticsQuery,
    response: StatisticsPlaces,
  }),
  getStatisticsSubjects: defineRoute({
    method: "GET",
    path: "/api/statistics/subjects",
    guard: "readAnalytics",
    summary: "Configs and collections that one may look at, and the client's time zone",
    response: StatisticsSubjects,
  }),
  findStatisticsVideos: defineRoute({
    method: "GET",
    path: "/api/statistics/videos",
    guard: "readAnalytics",
    summary: "Videos by words of their title, or what some are called, to look at them",
    query: StatisticsVideosQuery,
    response: StatisticsVideos,
  }),
} as const;
