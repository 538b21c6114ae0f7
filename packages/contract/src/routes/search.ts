import { z } from "zod";
import {
  CdnDay,
  CdnInput,
  CountAnswer,
  CountBody,
  CountParameters,
  FeedbackInput,
  FieldCapsAnswer,
  FieldCapsBody,
  FieldCapsParameters,
  HealthParameters,
  KeyListQuery,
  ListedKey,
  MAX_SEARCH_BODY_BYTES,
  MAX_SEARCHES_BODY_BYTES,
  MappingAnswer,
  MappingParameters,
  MetricsKey,
  MultiSearchAnswer,
  MultiSearchParameters,
  NoParameters,
  RankedKey,
  RunningInput,
  RunningSessions,
  SearchAnswer,
  SearchBody,
  SearchHealth,
  SearchInfo,
  SearchParameters,
  TopInput,
} from "../insight/search.ts";
import { createPageSchema } from "../list.ts";
import { defineRoute } from "../route.ts";

const MetricsKeyParams = z.object({ key: MetricsKey });

/** The fields that all forms of a search share. */
const searchCall = {
  guard: "readAnalyticsOrKey",
  scope: "analytics:read",
  query: SearchParameters,
  isQuestion: true,
  response: SearchAnswer,
} as const;
const countCall = {
  guard: "readAnalyticsOrKey",
  scope: "analytics:read",
  query: CountParameters,
  isQuestion: true,
  response: CountAnswer,
} as const;
const multiSearchCall = {
  method: "POST",
  guard: "readAnalyticsOrKey",
  scope: "analytics:read",
  query: MultiSearchParameters,
  isBodyLines: true,
  maxBodyBytes: MAX_SEARCHES_BODY_BYTES,
  isQuestion: true,
  response: MultiSearchAnswer,
} as const;
const fieldCapsCall = {
  guard: "readAnalyticsOrKey",
  scope: "analytics:read",
  query: FieldCapsParameters,
  isQuestion: true,
  response: FieldCapsAnswer,
} as const;
const mappingCall = {
  method: "GET",
  guard: "readAnalyticsOrKey",
  scope: "analytics:read",
  query: MappingParameters,
  response: MappingAnswer,
} as const;
const healthCall = {
  method: "GET",
  guard: "readAnalyticsOrKey",
  scope: "analytics:read",
  query: HealthParameters,
  response: SearchHealth,
} as const;
const SEARCH_BODY = { method: "POST", body: SearchBody, maxBodyBytes: MAX_SEARCH_BODY_BYTES } as const;
const COUNT_BODY = { method: "POST", body: CountBody, maxBodyBytes: MAX_SEARCH_BODY_BYTES } as const;
const FIELD_CAPS_BODY = { method: "POST", body: FieldCapsBody, maxBodyBytes: MAX_SEARCH_BODY_BYTES } as const;

/** The search uses Elasticsearch's query language, so that its clients and tools work. */
const searchCalls = {
  searchKey: defineRoute({
    ...searchCall,
    ...SEARCH_BODY,
    path: "/api/search/{key}/_search",
    summary: "Search the statistics of metrics keys, or of all videos of a client (global{client})",
    params: MetricsKeyParams,
  }),
  searchAll: defineRoute({
    ...searchCall,
    ...SEARCH_BODY,
    path: "/api/search/_search",
    summary: "Search the statistics of all videos of the client, or of those named by `_index` in the query",
  }),
  searchKeyByAddress: defineRoute({
    ...searchCall,
    method: "GET",
    path: "/api/search/{key}/_search",
    summary: "Search the statistics of metrics keys, with all parameters in the URL",
    params: MetricsKeyParams,
  }),
  searchAllByAddress: defineRoute({
    ...searchCall,
    method: "GET",
    path: "/api/search/_search",
    summary: "Search the statistics of all videos of the client, with all parameters in the URL",
  }),
  searchViewers: defineRoute({
    ...searchCall,
    ...SEARCH_BODY,
    path: "/api/viewers",
    guard: "apiKey",
    scope: "analytics:read",
    summary: "Search statistics as a backend with an API key (Basic authentication)",
  }),
  feedback: defineRoute({
    method: "POST",
    path: "/api/feedback",
    isOldCall: true,
    guard: "readAnalytics",
    scope: "analytics:read",
    summary: "Search the statistics of the metrics keys named in the body",
    body: FeedbackInput,
    isQuestion: true,
    response: z.object({ data: SearchAnswer }),
  }),
} as const;

/** Calls that Elasticsearch clients make besides searching. */
const otherSearchCalls = {
  searchInfo: defineRoute({
    method: "GET",
    path: "/api/search",
    guard: "readAnalyticsOrKey",
    scope: "analytics:read",
    summary: "Get the Elasticsearch version that the search implements",
    query: NoParameters,
    response: SearchInfo,
  }),
  searchHealth: defineRoute({
    ...healthCall,
    path: "/api/search/_cluster/health",
    summary: "Check that the search responds",
  }),
  searchKeyHealth: defineRoute({
    ...healthCall,
    path: "/api/search/_cluster/health/{key}",
    summary: "Check that the search of metrics keys responds",
    params: MetricsKeyParams,
  }),
  searchSeveral: defineRoute({
    ...multiSearchCall,
    path: "/api/search/_msearch",
    summary:
      "Run several searches at once: for each, one line names the index and one line contains the search",
  }),
  searchKeySeveral: defineRoute({
    ...multiSearchCall,
    path: "/api/search/{key}/_msearch",
    summary: "Run several searches at once, on metrics keys unless a line names others",
    params: MetricsKeyParams,
  }),
  countKey: defineRoute({
    ...countCall,
    ...COUNT_BODY,
    path: "/api/search/{key}/_count",
    summary: "Count matching session minutes of metrics keys",
    params: MetricsKeyParams,
  }),
  countAll: defineRoute({
    ...countCall,
    ...COUNT_BODY,
    path: "/api/search/_count",
    summary: "Count matching session minutes of all videos of the client",
  }),
  countKeyByAddress: defineRoute({
    ...countCall,
    method: "GET",
    path: "/api/search/{key}/_count",
    summary: "Count matching session minutes of metrics keys, with all parameters in the URL",
    params: MetricsKeyParams,
  }),
  countAllByAddress: defineRoute({
    ...countCall,
    method: "GET",
    path: "/api/search/_count",
    summary: "Count matching session minutes of all videos of the client, with all parameters in the URL",
  }),
  getKeyMapping: defineRoute({
    ...mappingCall,
    path: "/api/search/{key}/_mapping",
    summary: "List the fields of metrics keys, and their types",
    params: MetricsKeyParams,
  }),
  getMapping: defineRoute({
    ...mappingCall,
    path: "/api/search/_mapping",
    summary: "List the fields a search can use, and their types",
  }),
  findKeyFields: defineRoute({
    ...fieldCapsCall,
    ...FIELD_CAPS_BODY,
    path: "/api/search/{key}/_field_caps",
    summary: "List the capabilities of the fields of metrics keys",
    params: MetricsKeyParams,
  }),
  findFields: defineRoute({
    ...fieldCapsCall,
    ...FIELD_CAPS_BODY,
    path: "/api/search/_field_caps",
    summary: "List the capabilities of fields",
  }),
  findKeyFieldsByAddress: defineRoute({
    ...fieldCapsCall,
    method: "GET",
    path: "/api/search/{key}/_field_caps",
    summary: "List the capabilities of the fields of metrics keys, with all parameters in the URL",
    params: MetricsKeyParams,
  }),
  findFieldsByAddress: defineRoute({
    ...fieldCapsCall,
    method: "GET",
    path: "/api/search/_field_caps",
    summary: "List the capabilities of fields, with all parameters in the URL",
  }),
} as const;

const figureCalls = {
  findMetricsKey: defineRoute({
    method: "GET",
    path: "/api/analytics/{key}",
    isOldCall: true,
    guard: "readAnalytics",
    scope: "analytics:read",
    summary: "Check whether a metrics key exists",
    params: MetricsKeyParams,
    response: z.object({ authorizationKey: z.string() }),
  }),
  listMetricsKeys: defineRoute({
    method: "GET",
    path: "/api/authorizationkeys",
    isOldCall: true,
    guard: "readAnalytics",
    scope: "analytics:read",
    summary: "List the metrics keys watched in a period, best first, one page",
    query: KeyListQuery,
    response: createPageSchema(ListedKey),
  }),
  listOwnMetricsKeys: defineRoute({
    method: "GET",
    path: "/api/authorizationkeys/my",
    isOldCall: true,
    guard: "readAnalytics",
    scope: "analytics:read",
    summary:
      "List the metrics keys of one user's videos, worst first, one page; the caller's unless the filter names another user",
    query: KeyListQuery,
    response: createPageSchema(ListedKey),
  }),
  feedbackCdn: defineRoute({
    method: "POST",
    path: "/api/feedback/cdn",
    isOldCall: true,
    guard: "readAnalytics",
    scope: "analytics:read",
    summary: "Get the data delivered by servers per day (UTC), in 10⁶ bytes",
    body: CdnInput,
    isQuestion: true,
    response: createPageSchema(CdnDay),
  }),
  feedbackRunning: defineRoute({
    method: "POST",
    path: "/api/feedback/running",
    isOldCall: true,
    guard: "readAnalytics",
    scope: "analytics:read",
    summary: "Count sessions watching now",
    body: RunningInput,
    isQuestion: true,
    response: RunningSessions,
  }),
  rankVideos: defineRoute({
    method: "POST",
    path: "/api/videosplugin/top10",
    isOldCall: true,
    guard: "apiKey",
    scope: "analytics:read",
    summary: "List the top videos of a period, including videos on other CDNs",
    body: TopInput,
    isQuestion: true,
    response: createPageSchema(RankedKey),
  }),
} as const;

export const searchRoutes = { ...searchCalls, ...otherSearchCalls, ...figureCalls } as const;
