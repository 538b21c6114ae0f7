import { z } from "zod";
import { pageOf } from "../list.ts";
import { defineRoute } from "../route.ts";
import {
  CdnDay,
  CdnInput,
  FeedbackInput,
  KeyListQuery,
  ListedKey,
  MetricsKey,
  RankedKey,
  RunningInput,
  RunningSessions,
  SEARCH_BODY_MAX_BYTES,
  SearchAnswer,
  SearchBody,
  TopInput,
} from "../search.ts";

const Key = z.object({ key: MetricsKey });

/** The search speaks Elasticsearch's language, so that its clients and those who know it can ask. */
const searches = {
  searchKey: defineRoute({
    method: "POST",
    path: "/api/search/{key}/_search",
    guard: "readAnalyticsOrKey",
    summary: "Search the figures of metrics keys, or of all videos of a client (global{client})",
    params: Key,
    body: SearchBody,
    maxBodyBytes: SEARCH_BODY_MAX_BYTES,
    isQuestion: true,
    response: SearchAnswer,
  }),
  searchAll: defineRoute({
    method: "POST",
    path: "/api/search/_search",
    guard: "readAnalyticsOrKey",
    summary: "The same over all videos of the client, or those that `_index` names in the query",
    body: SearchBody,
    maxBodyBytes: SEARCH_BODY_MAX_BYTES,
    isQuestion: true,
    response: SearchAnswer,
  }),
  searchViewers: defineRoute({
    method: "POST",
    path: "/api/viewers",
    guard: "apiKey",
    summary: "The same for a backend of the client, which has an API key (Basic authentication)",
    body: SearchBody,
    maxBodyBytes: SEARCH_BODY_MAX_BYTES,
    isQuestion: true,
    response: SearchAnswer,
  }),
  feedback: defineRoute({
    method: "POST",
    path: "/api/feedback",
    guard: "readAnalytics",
    summary: "The same for the metrics keys that the body names",
    body: FeedbackInput,
    isQuestion: true,
    response: z.object({ data: SearchAnswer }),
  }),
} as const;

const figures = {
  findMetricsKey: defineRoute({
    method: "GET",
    path: "/api/analytics/{key}",
    guard: "readAnalytics",
    summary: "Whether there is such a metrics key",
    params: Key,
    response: z.object({ authorizationKey: z.string() }),
  }),
  listMetricsKeys: defineRoute({
    method: "GET",
    path: "/api/authorizationkeys",
    guard: "readAnalytics",
    summary: "A page of the metrics keys that were watched in a period, the best first",
    query: KeyListQuery,
    response: pageOf(ListedKey),
  }),
  listOwnMetricsKeys: defineRoute({
    method: "GET",
    path: "/api/authorizationkeys/my",
    guard: "readAnalytics",
    summary:
      "The same of one user's videos, the caller's unless the filter names another, those with least to offer first",
    query: KeyListQuery,
    response: pageOf(ListedKey),
  }),
  feedbackCdn: defineRoute({
    method: "POST",
    path: "/api/feedback/cdn",
    guard: "readAnalytics",
    summary: "What servers delivered, day by day (UTC), in 10⁶ bytes",
    body: CdnInput,
    isQuestion: true,
    response: pageOf(CdnDay),
  }),
  feedbackRunning: defineRoute({
    method: "POST",
    path: "/api/feedback/running",
    guard: "readAnalytics",
    summary: "How many sessions watch now",
    body: RunningInput,
    isQuestion: true,
    response: RunningSessions,
  }),
  rankVideos: defineRoute({
    method: "POST",
    path: "/api/videosplugin/top10",
    guard: "apiKey",
    summary: "The best of what was watched in a period, media on other CDNs among it",
    body: TopInput,
    isQuestion: true,
    response: pageOf(RankedKey),
  }),
} as const;

export const searchRoutes = { ...searches, ...figures } as const;
