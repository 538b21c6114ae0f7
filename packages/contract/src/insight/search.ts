import { z } from "zod";
import { jsonParameter, PageQuery, sortBy } from "../list.ts";
import { integerText, LooseEnd, LooseMoment, Text, Uuid } from "../text.ts";

/** The maximum body size of `_search`. A body is read into memory and validated piece by piece. */
export const MAX_SEARCH_BODY_BYTES = 64_000;
/** Maximum number of buckets over all aggregations in a call: ten lines of a chart as wide as a screen. Elasticsearch allows 65,536. */
export const MAX_SEARCH_BUCKETS = 20_000;
/** Maximum of `from` and `size` together, as in Elasticsearch. */
export const MAX_SEARCH_HITS = 10_000;
/** Maximum depth of nested queries, and of nested aggregations. */
export const MAX_SEARCH_DEPTH = 8;
export const MAX_SEARCH_AGGREGATIONS = 50;
/** Maximum number of values in one `terms` query. */
export const MAX_SEARCH_TERMS = 1_000;
/** Maximum number of words, ranges and groups of a query in Lucene's syntax. */
export const MAX_SEARCH_CLAUSES = 200;
export const MAX_SEARCH_INDICES = 500;
export const MAX_SEARCHES_PER_CALL = 32;
/** The maximum body size of an `_msearch` call. */
export const MAX_SEARCHES_BODY_BYTES = 512_000;

/** Tables of figures with equal periods (§9); in Shoal, all are read from the same table. */
export const KEY_PERIODS = ["hour", "day", "week", "month"] as const;
export type KeyPeriod = (typeof KEY_PERIODS)[number];
/** The length of each period, in seconds, counted back from now. */
export const KEY_PERIOD_SEC: Record<KeyPeriod, number> = {
  hour: 3_600,
  day: 86_400,
  week: 604_800,
  month: 2_592_000,
};

/** Figures by which metrics keys are ranked (§3). */
export const KEY_METRICS = [
  ...(["hourview", "dataDelivered", "nbView", "meanTime", "rebuff", "offload", "bitrate"] as const),
] as const;
export type KeyMetric = (typeof KEY_METRICS)[number];

/**
 * The body of a search in the Elasticsearch query language. Validated by its own parser, which can report errors in that
 * language.
 */
export const SearchBody = z.unknown().meta({
  type: "object",
  description:
    "Elasticsearch query DSL: query (match_all, match_none, bool, term, terms, match, match_phrase, range, exists, prefix, wildcard, query_string), aggs (sum, avg, min, max, value_count, cardinality, percentiles, stats, extended_stats, terms, date_histogram, filter, filters, composite), size, from, sort, search_after, _source, fields, docvalue_fields, track_total_hits",
});
/** The body of a count: its conditions, written like the `query` of a search. */
export const CountBody = z.unknown().meta({
  type: "object",
  description: "Elasticsearch query DSL: query",
});
export const FieldCapsBody = z.unknown().meta({
  type: "object",
  description: "fields: names of fields, where * matches any letters",
});

/**
 * Returns the schema of query parameters that a parser checks as well.
 * @param known their descriptions by name.
 */
const checkedByParser = (known: Readonly<Record<string, string>>) =>
  z.unknown().meta({
    type: "object",
    "x-parameters": Object.fromEntries(
      Object.entries(known).map(([name, description]) => [name, { type: "string", description }]),
    ),
  });

/** Parameters that change no response, which are accepted because some programs always send them. */
export const SEARCH_IDLE_PARAMETERS = [
  "pretty",
  "human",
  "error_trace",
  "allow_no_indices",
  "allow_partial_search_results",
  "batched_reduce_size",
  "ccs_minimize_roundtrips",
  "expand_wildcards",
  "ignore_throttled",
  "local",
  "master_timeout",
  "max_concurrent_searches",
  "max_concurrent_shard_requests",
  "pre_filter_shard_size",
  "preference",
  "request_cache",
] as const;

/** The parameters of calls that have none of their own and accept only those of every call. */
export const NoParameters = checkedByParser({});
const QUERY_PARAMETERS = {
  q: "A query in Lucene syntax, as in query_string",
  df: "The default field",
  default_operator: "AND or OR: the operator between words",
  analyze_wildcard: "true or false; no effect",
  ignore_unavailable: "true skips missing indices",
};
export const CountParameters = checkedByParser(QUERY_PARAMETERS);
export const SearchParameters = checkedByParser({
  ...QUERY_PARAMETERS,
  size: "Number of hits",
  from: "Number of hits to skip",
  sort: "Fields, separated by commas, each with :asc or :desc",
  track_total_hits: "true, false or a number; all are counted",
  _source: "true, false, or fields separated by commas",
  _source_includes: "Fields, separated by commas",
  _source_excludes: "Fields, separated by commas",
  docvalue_fields: "Fields, separated by commas",
  rest_total_hits_as_int: "true returns the number of hits as a number",
  typed_keys: "true puts the type of each aggregation before its name",
  search_type: "query_then_fetch or dfs_query_then_fetch; no effect",
});
export const MultiSearchParameters = checkedByParser({
  rest_total_hits_as_int: "As in a search",
  typed_keys: "As in a search",
  search_type: "As in a search",
});
export const FieldCapsParameters = checkedByParser({
  fields: "Names of fields, separated by commas, where * matches any letters",
  ignore_unavailable: "true skips missing indices",
  include_unmapped: "Every field is mapped; no effect",
  include_empty_fields: "No effect",
});
export const MappingParameters = checkedByParser({
  ignore_unavailable: "true skips missing indices",
});
export const HealthParameters = checkedByParser({
  wait_for_status: "green, yellow or red; always green",
  timeout: "No effect",
});

const Shards = z.object({
  total: z.number(),
  successful: z.number(),
  skipped: z.number(),
  failed: z.number(),
});
/** A hit of a search: one minute of one session. */
const SearchHit = z.object({
  _index: z.string(),
  _id: z.string(),
  _score: z.null(),
  _source: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  /** The values for `fields` and `docvalue_fields`. */
  fields: z.record(z.string(), z.array(z.union([z.string(), z.number()]))).optional(),
  sort: z.array(z.union([z.string(), z.number()])).optional(),
});
export type SearchHit = z.infer<typeof SearchHit>;

/** The response to a search, with the structure of an Elasticsearch response. */
export const SearchAnswer = z.object({
  took: z.number(),
  timed_out: z.boolean(),
  _shards: Shards,
  hits: z.object({
    /** The number of matches; a plain number with `rest_total_hits_as_int`. */
    total: z.union([z.object({ value: z.number(), relation: z.enum(["eq", "gte"]) }), z.number()]),
    max_score: z.null(),
    hits: z.array(SearchHit),
  }),
  /** The results by the names in the request: `{value}` for sums and cardinalities, `{buckets}` for others. */
  aggregations: z.record(z.string(), z.record(z.string(), z.unknown())).optional(),
});
export type SearchAnswer = z.infer<typeof SearchAnswer>;

export const CountAnswer = z.object({ count: z.number(), _shards: Shards });
export type CountAnswer = z.infer<typeof CountAnswer>;

/** Replaces the response of a failed search in `_msearch`; the other searches have their responses. */
export const SearchFailure = z.object({
  error: z.object({
    type: z.string(),
    reason: z.string(),
    root_cause: z.array(z.object({ type: z.string(), reason: z.string() })),
  }),
  status: z.number(),
});
export type SearchFailure = z.infer<typeof SearchFailure>;
/** The responses of an `_msearch` call, in the order of its searches. */
export const MultiSearchAnswer = z.object({
  took: z.number(),
  responses: z.array(z.union([SearchAnswer.extend({ status: z.number() }), SearchFailure])),
});
export type MultiSearchAnswer = z.infer<typeof MultiSearchAnswer>;

/** The fields of each index and their types, by the name of the index. */
export const MappingAnswer = z.record(
  z.string(),
  z.object({
    mappings: z.object({ properties: z.record(z.string(), z.object({ type: z.string() })) }),
  }),
);
export type MappingAnswer = z.infer<typeof MappingAnswer>;

/** The capabilities of each field, by the name and the type of the field. */
export const FieldCapsAnswer = z.object({
  indices: z.array(z.string()),
  fields: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        type: z.string(),
        metadata_field: z.boolean(),
        searchable: z.boolean(),
        aggregatable: z.boolean(),
      }),
    ),
  ),
});
export type FieldCapsAnswer = z.infer<typeof FieldCapsAnswer>;

/** The Elasticsearch version that the search implements. */
export const SearchInfo = z.object({
  name: z.string(),
  cluster_name: z.string(),
  cluster_uuid: z.string(),
  version: z.object({
    number: z.string(),
    build_flavor: z.string(),
    build_type: z.string(),
    build_hash: z.string(),
    build_date: z.string(),
    build_snapshot: z.boolean(),
    lucene_version: z.string(),
    minimum_wire_compatibility_version: z.string(),
    minimum_index_compatibility_version: z.string(),
  }),
  tagline: z.string(),
});
export type SearchInfo = z.infer<typeof SearchInfo>;

export const SearchHealth = z.object({
  cluster_name: z.string(),
  status: z.enum(["green", "yellow", "red"]),
  timed_out: z.boolean(),
  number_of_nodes: z.number(),
  number_of_data_nodes: z.number(),
  active_primary_shards: z.number(),
  active_shards: z.number(),
  relocating_shards: z.number(),
  initializing_shards: z.number(),
  unassigned_shards: z.number(),
  active_shards_percent_as_number: z.number(),
});
export type SearchHealth = z.infer<typeof SearchHealth>;

/** A metrics key (`authorizationKey` of a video), or several with commas, or `global{client}`; each may have a suffix. */
export const MetricsKey = Text.min(1).max(4_000);

export const FeedbackInput = z.strictObject({ key: MetricsKey, query: SearchBody.optional() });
export const RunningInput = z.strictObject({ key: MetricsKey });
export const RunningSessions = z.object({
  key: z.string(),
  /** The number of sessions that reported in the last 30 s. */
  concurrentUsers: z.number(),
});

/** The number of days that one query of CDN figures can cover. */
export const MAX_CDN_DAYS = 400;
export const CdnInput = z.strictObject({
  /** The first and last moment, or only one of the two; whole UTC days are covered. */
  dates: z.array(LooseMoment).min(1).max(2),
  client: Uuid.optional(),
});
export const CdnDay = z.object({
  /** The date, as YYYY-MM-DD in UTC. */
  date: z.string(),
  MB_server: z.number(),
});
export type CdnDay = z.infer<typeof CdnDay>;

/** The figures of a metrics key in a period; null if nothing was measured. */
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
  /** The uuid and the title of the video, or of the media on another CDN. */
  uuid: z.string(),
  title: z.string(),
});
export type RankedKey = z.infer<typeof RankedKey>;

export const DEFAULT_RANKING_SIZE = 10; // §9
/** The names of sort directions for the values that other lists (§7) use. */
const SORT_DIRECTIONS: Record<string, string> = { "1": "asc", "-1": "desc" };
export const TopInput = z.strictObject({
  client: Uuid,
  sortOn: z.enum(KEY_METRICS).default("hourview"),
  /** The best first by default: ascending for rebuff, descending for all others. */
  sortBy: z
    .preprocess((value) => SORT_DIRECTIONS[String(value)] ?? value, z.enum(["asc", "desc"]))
    .optional(),
  startDate: LooseMoment,
  endDate: LooseEnd,
  rankingSize: integerText(z.number().int().min(1).max(1_000)).default(DEFAULT_RANKING_SIZE),
  key: MetricsKey.optional(),
});
export type TopInput = z.infer<typeof TopInput>;

/** The sort fields of metrics keys, such as `hourview_day`. */
export const KEY_SORT_FIELDS = KEY_PERIODS.flatMap((period) =>
  KEY_METRICS.map((metric) => `${metric}_${period}` as const),
);
export type KeySortField = `${KeyMetric}_${KeyPeriod}`;

export const KeyListQuery = PageQuery.extend({
  /** The filter as JSON. */
  filter: jsonParameter(
    z.strictObject({
      client: Uuid.optional(),
      /** The username of the video's creator. */
      user: Text.max(200).optional(),
      type: z.enum(["live", "vod"]).optional(),
      /** Whether the video comes from a camera. */
      camera: z.boolean().optional(),
    }),
  ).optional(),
  sort: sortBy(KEY_SORT_FIELDS).optional(),
  /** Accepted and ignored: all matches are always counted. */
  count: jsonParameter(z.boolean()).optional(),
});
export type KeyListQuery = z.infer<typeof KeyListQuery>;

/** A metrics key with its figures of the period that it is sorted by, under names such as `hourview_day`. */
export const ListedKey = z
  .object({
    authorizationKey: z.string(),
    /** The video's uuid. */
    uuid: z.string(),
    title: z.string(),
    type: z.enum(["live", "vod"]),
    /** The user who created the video; null if deleted, and for videos of other users if the caller can only read analytics. */
    user: z.string().nullable(),
  })
  .catchall(z.union([z.number(), z.string(), z.null()]));
export type ListedKey = z.infer<typeof ListedKey>;
