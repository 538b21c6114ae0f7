import { z } from "zod";
import { json, PageQuery, sortBy } from "./list.ts";
import { digits, Moment, Text } from "./text.ts";

/** A body of `_search` is read into memory and judged piece by piece. */
export const SEARCH_BODY_MAX_BYTES = 64_000;
/** Of all aggregations of an answer together; of Elasticsearch, which has 65,536, a page shows some hundreds. */
export const SEARCH_MAX_BUCKETS = 10_000;
/** `from` and `size` together, as Elasticsearch limits them. */
export const SEARCH_MAX_HITS = 10_000;
/** Queries within queries, and aggregations within aggregations. */
export const SEARCH_MAX_DEPTH = 8;
export const SEARCH_MAX_AGGREGATIONS = 50;
/** Values in one `terms`. */
export const SEARCH_MAX_TERMS = 1_000;
/** Indices of one search. */
export const SEARCH_MAX_INDICES = 500;

/** Of tables that figures of one length are read from (§9); all are read from the same one here. */
export const KEY_PERIODS = ["hour", "day", "week", "month"] as const;
export type KeyPeriod = (typeof KEY_PERIODS)[number];
/** How far back each reaches, in seconds. */
export const KEY_PERIOD_SEC: Record<KeyPeriod, number> = {
  ...{ hour: 3_600, day: 86_400, week: 604_800, month: 2_592_000 },
};

/** Figures by which metrics keys are ranked (§3). */
export const KEY_METRICS = [
  ...(["hourview", "dataDelivered", "nbView", "meanTime", "rebuff", "offload", "bitrate"] as const),
] as const;
export type KeyMetric = (typeof KEY_METRICS)[number];

/**
 * The body of a search, in the query language of Elasticsearch. Its own parser judges it, which answers in the same
 * language: a schema would not.
 */
export const SearchBody = z.unknown().meta({
  type: "object",
  description:
    "Elasticsearch query DSL: query (match_all, bool, term, terms, range), aggs (sum, cardinality, terms, date_histogram), size, from, sort, _source, track_total_hits",
});

const Shards = z.object({
  ...{ total: z.number(), successful: z.number(), skipped: z.number(), failed: z.number() },
});
/** One minute of one session. */
const SearchHit = z.object({
  _index: z.string(),
  _id: z.string(),
  _score: z.null(),
  _source: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  sort: z.array(z.union([z.string(), z.number()])).optional(),
});
export type SearchHit = z.infer<typeof SearchHit>;

/** As Elasticsearch answers. */
export const SearchAnswer = z.object({
  took: z.number(),
  timed_out: z.boolean(),
  _shards: Shards,
  hits: z.object({
    total: z.object({ value: z.number(), relation: z.enum(["eq", "gte"]) }),
    max_score: z.null(),
    hits: z.array(SearchHit),
  }),
  /** By the names that the question gave: `{value}` of a sum or a cardinality, `{buckets}` of the others. */
  aggregations: z.record(z.string(), z.record(z.string(), z.unknown())).optional(),
});
export type SearchAnswer = z.infer<typeof SearchAnswer>;

/** A metrics key (`authorizationKey` of a video), or several with commas, or `global{client}`; each may have a suffix. */
export const MetricsKey = Text.min(1).max(4_000);

export const FeedbackInput = z.strictObject({ key: MetricsKey, query: SearchBody.optional() });
export const RunningInput = z.strictObject({ key: MetricsKey });
export const RunningSessions = z.object({
  key: z.string(),
  /** Sessions heard of in the last 30 s. */
  concurrentUsers: z.number(),
});

/** Of days that one question may name. */
export const CDN_DAYS_MAX = 400;
export const CdnInput = z.strictObject({
  /** The first moment and, when there are two, the last one; whole days (UTC) are told. */
  dates: z.array(Moment).min(1).max(2),
  client: z.uuid().optional(),
});
export const CdnDay = z.object({
  /** YYYY-MM-DD, UTC */
  date: z.string(),
  MB_server: z.number(),
});
export type CdnDay = z.infer<typeof CdnDay>;

/** What a metrics key is worth in a period; null where nothing was measured. */
export const KeyFigures = z.object({
  hourview: z.number(),
  dataDelivered: z.number(),
  nbView: z.number(),
  meanTime: z.number().nullable(),
  rebuff: z.number().nullable(),
  offload: z.number().nullable(),
  bitrate: z.number().nullable(),
});
export type KeyFigures = z.infer<typeof KeyFigures>;

export const RankedKey = KeyFigures.extend({
  authorizationKey: z.string(),
  /** Of the video, or of the media on another CDN. */
  uuid: z.string(),
  title: z.string(),
});
export type RankedKey = z.infer<typeof RankedKey>;

export const DEFAULT_RANKING_SIZE = 10; // §9
export const TopInput = z.strictObject({
  client: z.uuid(),
  sortOn: z.enum(KEY_METRICS).default("hourview"),
  /** Best first: descending, of rebuff ascending. */
  sortBy: z.enum(["asc", "desc"]).optional(),
  startDate: Moment,
  endDate: Moment,
  rankingSize: digits(z.number().int().min(1).max(1_000)).default(DEFAULT_RANKING_SIZE),
  key: MetricsKey.optional(),
});
export type TopInput = z.infer<typeof TopInput>;

/** Names as `hourview_day`. */
export const KEY_SORT_FIELDS = KEY_PERIODS.flatMap((period) =>
  KEY_METRICS.map((metric) => `${metric}_${period}` as const),
);
export type KeySortField = `${KeyMetric}_${KeyPeriod}`;

export const KeyListQuery = PageQuery.extend({
  /** JSON */
  filter: json(
    z.strictObject({
      client: z.uuid().optional(),
      /** The name of who made the video. */
      user: Text.max(200).optional(),
      type: z.enum(["live", "vod"]).optional(),
      /** Whether it comes from a camera. */
      camera: z.boolean().optional(),
    }),
  ).optional(),
  sort: sortBy(KEY_SORT_FIELDS).optional(),
  /** All that match are counted, whatever it says. */
  count: json(z.boolean()).optional(),
});
export type KeyListQuery = z.infer<typeof KeyListQuery>;

/** A metrics key with its figures of the period that it is sorted by, under names as `hourview_day`. */
export const ListedKey = z
  .object({
    authorizationKey: z.string(),
    /** Of the video. */
    uuid: z.string(),
    title: z.string(),
    type: z.enum(["live", "vod"]),
    /** Who made it; null once he is gone. */
    user: z.string().nullable(),
  })
  .catchall(z.union([z.number(), z.string(), z.null()]));
export type ListedKey = z.infer<typeof ListedKey>;
