import { MAX_SEARCH_AGGREGATIONS, MAX_SEARCH_BUCKETS } from "@shoal/contract";
import type { Condition } from "./conditions.ts";
import { type Interval, parseInterval, parseOffset, requireTimeZone } from "./intervals.ts";
import { METRIC_KINDS, type MetricFigures, type MetricKind, parseMetric } from "./metrics.ts";
import { readMoment } from "./moments.ts";
import { type CompositeSource, parseComposite } from "./parse-composite.ts";
import { parseQuery } from "./parse-query.ts";
import { malformedError, unsupportedError } from "./search-error.ts";
import { requireField } from "./search-fields.ts";
import {
  assertShallow,
  listOf,
  nestedPath,
  requireFields,
  requireInteger,
  requireObject,
  requireOne,
  requireText,
} from "./search-values.ts";

interface NamedAggregation {
  name: string;
  /** The position of the aggregation in the query, for errors. */
  at: string;
}
export type Metric = NamedAggregation & MetricFigures;

export interface TermOrder {
  /** The sort key: "_count", "_key" or the name of a metric within the bucket. */
  by: string;
  /** The value to sort by, for a metric with several values; "" for a metric with one value. */
  part: string;
  isDescending: boolean;
}
interface TermsOptions {
  sql: string;
  isNumber: boolean;
  size: number;
  order: TermOrder[];
  /** The minimum number of rows of a bucket, at least 1, because terms that do not occur are not known. */
  minDocCount: number;
  /** The text shown for missing values. */
  missing: string | undefined;
}
export interface TermsBuckets extends NamedAggregation, AggregationLevel, TermsOptions {
  kind: "terms";
}
export interface StepOptions {
  interval: Interval;
  /** IANA name. */
  timeZone: string;
  /** The offset of every step, in seconds. */
  offsetSec: number;
}
interface HistogramOptions extends StepOptions {
  /** The minimum number of rows of a step; 0 also shows empty steps. */
  minDocCount: number;
  /** The range, in ms since 1970, in which steps are shown even if they are empty. */
  bounds: { fromMs: number; untilMs: number } | undefined;
  format: "iso" | "epoch_millis";
}
export interface HistogramBuckets extends NamedAggregation, AggregationLevel, HistogramOptions {
  kind: "date_histogram";
}
interface FiltersOptions {
  /** The filters. A row belongs to the bucket of each filter that it matches. */
  filters: { name: string; condition: Condition }[];
  /** Whether the request has one `filter`, or `filters` with names or as a list. */
  shape: "one" | "keyed" | "list";
  minDocCount: 0;
}
export interface FilterBuckets extends NamedAggregation, AggregationLevel, FiltersOptions {
  kind: "filters";
}
export interface CompositeBuckets extends NamedAggregation, AggregationLevel {
  kind: "composite";
  sources: CompositeSource[];
  size: number;
  /** The key after which the response starts, with one value for each source. */
  after: (string | number)[] | undefined;
  minDocCount: 0;
}
export type BucketAggregation = TermsBuckets | HistogramBuckets | FilterBuckets | CompositeBuckets;
/** The metrics and buckets computed over all matches, or over each bucket. */
export interface AggregationLevel {
  metrics: Metric[];
  buckets: BucketAggregation[];
}

interface ParseContext {
  at: string;
  depth: number;
  nowMs: number;
  /** The number of aggregations so far in the whole query. */
  counted: { aggregations: number };
}

const BUCKET_KINDS = ["terms", "date_histogram", "filter", "filters", "composite"] as const;
type BucketKind = (typeof BUCKET_KINDS)[number];
const AGGREGATION_KINDS: readonly (BucketKind | MetricKind)[] = [...METRIC_KINDS, ...BUCKET_KINDS];
const AGGREGATION_NAMES = ["aggs", "aggregations"] as const;

/** Parses the aggregations of a body or of an aggregation, under either of their names. */
export function parseLevel(holder: Record<string, unknown>, place: ParseContext): AggregationLevel {
  const level: AggregationLevel = { metrics: [], buckets: [] };
  const given = AGGREGATION_NAMES.filter((name) => holder[name] !== undefined);
  if (given.length > 1) throw malformedError(nestedPath(place.at, "aggs"), "is given twice");
  for (const sub of given) {
    const at = nestedPath(place.at, sub);
    assertShallow(place.depth, at);
    for (const [name, value] of Object.entries(requireObject(holder[sub], at)))
      addAggregation(level, name, value, { ...place, at: nestedPath(at, name) });
  }
  for (const buckets of level.buckets) assertOrder(buckets);
  return level;
}

/** Lists the conditions of filters of all levels. */
export const conditionsIn = ({ buckets }: AggregationLevel): Condition[] =>
  buckets.flatMap((each) => [
    ...(each.kind === "filters" ? each.filters.map(({ condition }) => condition) : []),
    ...conditionsIn(each),
  ]);

function addAggregation(level: AggregationLevel, name: string, value: unknown, place: ParseContext): void {
  const { at } = place;
  countOne(place);
  const fields = requireObject(value, at);
  const names = Object.keys(fields).filter((key) => !AGGREGATION_NAMES.some((sub) => sub === key));
  const kind = AGGREGATION_KINDS.find((known) => known === names[0]);
  const odd = names.find((key) => key !== kind);
  if (odd !== undefined) throw unsupportedError(`aggregation ${odd}`, at);
  if (kind === undefined) throw malformedError(at, "names no aggregation");
  const inside = parseLevel(fields, { ...place, depth: place.depth + 1 });
  const named = { name, at };
  const own = { ...place, at: nestedPath(at, kind) };
  if (isMetric(kind)) {
    if (inside.metrics.length + inside.buckets.length > 0)
      throw unsupportedError(`aggregation within ${kind}`, at);
    level.metrics.push({ ...named, ...parseMetric(kind, fields[kind], own.at) });
  } else level.buckets.push({ ...named, ...inside, ...parseBuckets(kind, fields[kind], own) });
}

const isMetric = (kind: BucketKind | MetricKind): kind is MetricKind =>
  METRIC_KINDS.some((metric) => metric === kind);

function countOne({ counted, at }: ParseContext): void {
  counted.aggregations += 1;
  if (counted.aggregations > MAX_SEARCH_AGGREGATIONS)
    throw malformedError(at, `exceeds the maximum of ${MAX_SEARCH_AGGREGATIONS} aggregations`);
}

function parseBuckets(kind: BucketKind, value: unknown, place: ParseContext) {
  switch (kind) {
    case "terms":
      return { kind, ...parseTerms(value, place.at) } as const;
    case "date_histogram":
      return { kind, ...parseHistogram(value, place) } as const;
    case "filter": {
      const filters = [{ name: kind, condition: parseQuery(value, place) }];
      return { kind: "filters", filters, shape: "one", minDocCount: 0 } as const;
    }
    case "filters":
      return { kind, ...parseFilters(value, place) } as const;
    case "composite":
      // A composite is only allowed outermost, as in Elasticsearch.
      if (place.depth > 1) throw unsupportedError("composite within an aggregation", place.at);
      return { kind, minDocCount: 0, ...parseComposite(value, place.at) } as const;
  }
}

function parseFilters(value: unknown, place: ParseContext): FiltersOptions {
  const { filters } = requireFields(value, place.at, ["filters"], "parameter");
  const at = nestedPath(place.at, "filters");
  const isList = Array.isArray(filters);
  const named = Object.entries(isList ? filters : requireObject(filters, at));
  if (named.length === 0) throw malformedError(at, "is empty");
  return {
    filters: named.map(([name, query]) => {
      const inside = { ...place, at: nestedPath(at, name) };
      countOne(inside);
      return { name, condition: parseQuery(query, inside) };
    }),
    shape: isList ? "list" : "keyed",
    minDocCount: 0,
  };
}

function parseTerms(value: unknown, at: string): TermsOptions {
  const known = ["field", "size", "order", "min_doc_count", "missing"];
  const fields = requireFields(value, at, known, "parameter");
  const { size = 10, order = { _count: "desc" }, min_doc_count: least = 1, missing } = fields;
  const { kind, sql } = requireField(fields.field, nestedPath(at, "field"), "text", "number");
  return {
    sql,
    isNumber: kind === "number",
    size: requireInteger(size, nestedPath(at, "size"), { min: 1, max: MAX_SEARCH_BUCKETS }),
    minDocCount: Math.max(1, requireInteger(least, nestedPath(at, "min_doc_count"), { min: 0, max: 1e9 })),
    order: listOf(order).map((each) => parseOrder(each, nestedPath(at, "order"))),
    // Only texts can be missing: a number always has a value.
    missing:
      missing === undefined || kind === "number"
        ? undefined
        : requireText(missing, nestedPath(at, "missing")),
  };
}

/** @example parseOrder({ "1[99.0]": "desc" }, at) // { by: "1", part: "99.0", isDescending: true } */
function parseOrder(value: unknown, at: string): TermOrder {
  const [written, direction] = requireOne(value, at);
  if (direction !== "asc" && direction !== "desc")
    throw malformedError(nestedPath(at, written), "must be asc or desc");
  const isDescending = direction === "desc";
  if (written.endsWith("]") && written.includes("[")) {
    const start = written.lastIndexOf("[");
    return { by: written.slice(0, start), part: written.slice(start + 1, -1), isDescending };
  }
  // The older Elasticsearch name of `_key`.
  const by = written === "_term" ? "_key" : written;
  return { by, part: "", isDescending };
}

function assertOrder(buckets: BucketAggregation): void {
  if (buckets.kind !== "terms") return;
  buckets.order = buckets.order.map((order) => findOrder(order, buckets));
}

/** Finds the metric of a sort order. Its name may contain dots, so `by` is first looked up as a whole. */
function findOrder(order: TermOrder, { metrics, at }: TermsBuckets): TermOrder {
  if (order.by === "_count" || order.by === "_key") return order;
  const start = order.by.indexOf(".");
  const parted = { by: order.by.slice(0, start), part: order.by.slice(start + 1) };
  const ways = [order, ...(start > 0 ? [{ ...order, ...parted }] : [])];
  const found = ways.find(({ by, part }) => {
    const metric = metrics.find(({ name }) => name === by);
    return metric && Object.hasOwn(metric.orders, part);
  });
  if (!found)
    throw unsupportedError(
      `order ${order.by}${order.part && `[${order.part}]`}`,
      nestedPath(at, "terms.order"),
    );
  return found;
}

const HISTOGRAM_FIELDS = [
  "field",
  "fixed_interval",
  "calendar_interval",
  "interval",
  "time_zone",
  "offset",
  "min_doc_count",
  "extended_bounds",
  "format",
  // This option has no effect, since every row has its minute.
  "missing",
] as const;

function parseHistogram(value: unknown, { at, nowMs }: ParseContext): HistogramOptions {
  const fields = requireFields(value, at, HISTOGRAM_FIELDS, "parameter");
  requireField(fields.field, nestedPath(at, "field"), "date");
  const { min_doc_count: least = 0, extended_bounds: bounds, format } = fields;
  if (format !== undefined && !DATE_FORMATS.includes(format))
    throw unsupportedError(`format ${String(format)}`, nestedPath(at, "format"));
  return {
    interval: parseInterval(fields, at),
    timeZone: requireTimeZone(fields.time_zone, nestedPath(at, "time_zone")),
    offsetSec: parseOffset(fields.offset, nestedPath(at, "offset")),
    minDocCount: requireInteger(least, nestedPath(at, "min_doc_count"), { min: 0, max: 1e9 }),
    bounds: bounds === undefined ? undefined : parseBounds(bounds, nestedPath(at, "extended_bounds"), nowMs),
    format: format === "epoch_millis" ? format : "iso",
  };
}

const DATE_FORMATS: readonly unknown[] = ["epoch_millis", "strict_date_optional_time", "date_optional_time"];
/** The last moment that ClickHouse can store. */
const MAX_DATETIME_MS = 2 ** 32 * 1_000;

function parseBounds(value: unknown, at: string, nowMs: number): HistogramOptions["bounds"] {
  const { min, max } = requireFields(value, at, ["min", "max"], "parameter");
  const [fromMs = 0, untilMs = 0] = [["min", min] as const, ["max", max] as const].map(([name, moment]) =>
    readMoment(moment, { at: nestedPath(at, name), nowMs, isEnd: name === "max" }),
  );
  if (!(fromMs >= 0 && fromMs <= untilMs && untilMs <= MAX_DATETIME_MS))
    throw malformedError(at, "must be of a moment since 1970 and a later one");
  return { fromMs, untilMs };
}
