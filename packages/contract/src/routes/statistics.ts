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
    summary: "Get audience, quality, delivery and footprint figures of a period, with the previous period",
    query: StatisticsQuery,
    response: StatisticsTotals,
  }),
  getStatisticsSeries: defineRoute({
    method: "GET",
    path: "/api/statistics/series",
    guard: "readAnalytics",
    summary: "Get the figures of a period step by step, for charts",
    query: StatisticsSeriesQuery,
    response: StatisticsSeries,
  }),
  getStatisticsPeaks: defineRoute({
    method: "GET",
    path: "/api/statistics/peaks",
    guard: "readAnalytics",
    summary: "Get peak concurrency of a period, in total and step by step",
    query: StatisticsSeriesQuery,
    response: StatisticsPeaks,
  }),
  getStatisticsNow: defineRoute({
    method: "GET",
    path: "/api/statistics/now",
    guard: "readAnalytics",
    summary: "Get current viewers, and how many use peers",
    query: StatisticsNowQuery,
    response: StatisticsNow,
  }),
  getStatisticsBreakdown: defineRoute({
    method: "GET",
    path: "/api/statistics/breakdown",
    guard: "readAnalytics",
    summary: "Get the figures of a period by the values of a dimension, such as countries or videos",
    query: StatisticsBreakdownQuery,
    response: StatisticsBreakdown,
  }),
  getStatisticsRetention: defineRoute({
    method: "GET",
    path: "/api/statistics/retention",
    guard: "readAnalytics",
    summary: "Get the audience retention of a video: sessions and replays of each second",
    query: StatisticsRetentionQuery,
    response: StatisticsRetention,
  }),
  listStatisticsSessions: defineRoute({
    method: "GET",
    path: "/api/statistics/sessions",
    guard: "readAnalytics",
    summary: "List the sessions of a period",
    query: StatisticsSessionsQuery,
    response: StatisticsSessions,
  }),
  getStatisticsSession: defineRoute({
    method: "GET",
    path: "/api/statistics/sessions/{id}",
    guard: "readAnalytics",
    summary: "Get a session minute by minute, with its player events",
    params: z.object({ id: z.uuid() }),
    response: StatisticsSessionTimeline,
  }),
  forgetViewer: defineRoute({
    method: "DELETE",
    path: "/api/statistics/viewers/{viewer}",
    guard: "manager",
    summary: "Forget a viewer and their sessions; totals do not change",
    params: z.object({ viewer: z.uuid() }),
    response: ForgottenViewer,
  }),
  getStatisticsRanking: defineRoute({
    method: "GET",
    path: "/api/statistics/ranking",
    guard: "readAnalytics",
    summary: "Get a ranking of a period by one metric, with the ranks of the previous period",
    query: StatisticsRankingQuery,
    response: StatisticsRanking,
  }),
  getStatisticsPlaces: defineRoute({
    method: "GET",
    path: "/api/statistics/places",
    guard: "user",
    summary:
      "List videos with a location, for a map: whether they are live and, for users who can read analytics, their figures",
    query: StatisticsQuery,
    response: StatisticsPlaces,
  }),
  getStatisticsSubjects: defineRoute({
    method: "GET",
    path: "/api/statistics/subjects",
    guard: "readAnalytics",
    summary: "List the configs and collections the caller can see, and the client's time zone",
    response: StatisticsSubjects,
  }),
  findStatisticsVideos: defineRoute({
    method: "GET",
    path: "/api/statistics/videos",
    guard: "readAnalytics",
    summary: "Search videos by title, or get the titles of given videos",
    query: StatisticsVideosQuery,
    response: StatisticsVideos,
  }),
} as const;
