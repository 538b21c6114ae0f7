import { SEARCH_MAX_AGGREGATIONS, SEARCH_MAX_BUCKETS } from "@shoal/contract";
import { type Interval, parseInterval, requireTimeZone } from "./intervals.ts";
import { malformed, unsupported } from "./search-error.ts";
import { requireField } from "./search-fields.ts";
import {
  assertShallow,
  below,
  listOf,
  requireFields,
  requireInteger,
  requireObject,
  requireOne,
} from "./search-values.ts";

interface Named {
  name: string;
  /** Where it stands in the question. */
  at: string;
}
export interface Metric extends Named {
  /** Of many rows, from the table of fields. */
  sql: string;
}
export interface TermOrder {
  /** "_count", "_key" or the name of a metric within. */
  by: string;
  isDescending: boolean;
}
export interface TermsBuckets extends Named, Level {
  kind: "terms";
  sql: string;
  size: number;
  order: TermOrder[];
  minDocCount: number;
}
export interface HistogramBuckets extends Named, Level {
  kind: "date_histogram";
  interval: Interval;
  /** IANA name. */
  timeZone: string;
  /** 0 shows steps without anything, too. */
  minDocCount: number;
}
export type Buckets = TermsBuckets | HistogramBuckets;
/** What is asked of all that matches, or of each bucket. */
export interface Level {
  metrics: Metric[];
  buckets: Buckets[];
}

interface Place {
  at: string;
  depth: number;
  /** Of the whole question. */
  counted: { aggregations: number };
}

const KINDS = ["sum", "cardinality", "terms", "date_histogram"] as const;
const SUBS = ["aggs", "aggregations"] as const;

/** The aggregations of a body or of an aggregation, under either of their names. */
export function parseLevel(holder: Record<string, unknown>, place: Place): Level {
  const level: Level = { metrics: [], buckets: [] };
  const given = SUBS.filter((name) => holder[name] !== undefined);
  if (given.length > 1) throw malformed(below(place.at, "aggs"), "is given twice");
  for (const sub of given) {
    const at = below(place.at, sub);
    assertShallow(place.depth, at);
    for (const [name, value] of Object.entries(requireObject(holder[sub], at)))
      addAggregation(level, name, value, { ...place, at: below(at, name) });
  }
  for (const buckets of level.buckets) assertOrder(buckets);
  return level;
}

function addAggregation(level: Level, name: string, value: unknown, place: Place): void {
  const { at, counted } = place;
  counted.aggregations += 1;
  if (counted.aggregations > SEARCH_MAX_AGGREGATIONS)
    throw malformed(at, `is one more than ${SEARCH_MAX_AGGREGATIONS} aggregations`);
  const fields = requireObject(value, at);
  const names = Object.keys(fields).filter((key) => !SUBS.some((sub) => sub === key));
  const kind = KINDS.find((known) => known === names[0]);
  const odd = names.find((key) => key !== kind);
  if (odd !== undefined) throw unsupported(`aggregation ${odd}`, at);
  if (kind === undefined) throw malformed(at, "names no aggregation");
  const inside = parseLevel(fields, { at, counted, depth: place.depth + 1 });
  const named = { name, at };
  if (kind === "terms")
    level.buckets.push({ ...named, ...inside, kind, ...parseTerms(fields[kind], below(at, kind)) });
  else if (kind === "date_histogram")
    level.buckets.push({ ...named, ...inside, kind, ...parseHistogram(fields[kind], below(at, kind)) });
  else {
    if (inside.metrics.length + inside.buckets.length > 0)
      throw unsupported(`aggregation within ${kind}`, at);
    level.metrics.push({ ...named, sql: parseMetric(kind, fields[kind], below(at, kind)) });
  }
}

function parseMetric(kind: "sum" | "cardinality", value: unknown, at: string): string {
  const known = kind === "cardinality" ? ["field", "precision_threshold"] : ["field"];
  const { field } = requireFields(value, at, known, "parameter");
  const { sql, sum } = requireField(field, below(at, "field"), kind === "sum" ? "number" : "text");
  return sum ?? distinctSql(sql);
}

/** Within 0.4 %. What is not known is nobody: taken off afterwards, since to leave it out row by row takes a quarter longer. */
const distinctSql = (sql: string): string => `toInt64(uniqCombined64(${sql})) - max(${sql} = '')`;

function parseTerms(value: unknown, at: string) {
  const known = ["field", "size", "order", "min_doc_count"];
  const fields = requireFields(value, at, known, "parameter");
  const { size = 10, order = { _count: "desc" }, min_doc_count: least = 1 } = fields;
  return {
    sql: requireField(fields.field, below(at, "field"), "text").sql,
    size: requireInteger(size, below(at, "size"), { min: 1, max: SEARCH_MAX_BUCKETS }),
    minDocCount: requireInteger(least, below(at, "min_doc_count"), { min: 1, max: 1e9 }),
    order: listOf(order).map((each) => parseOrder(each, below(at, "order"))),
  };
}

function parseOrder(value: unknown, at: string): TermOrder {
  const [by, direction] = requireOne(value, at);
  if (direction !== "asc" && direction !== "desc") throw malformed(below(at, by), "must be asc or desc");
  return { by, isDescending: direction === "desc" };
}

function assertOrder(buckets: Buckets): void {
  if (buckets.kind !== "terms") return;
  const known = ["_count", "_key", ...buckets.metrics.map(({ name }) => name)];
  const odd = buckets.order.find(({ by }) => !known.includes(by));
  if (odd) throw unsupported(`order ${odd.by}`, below(buckets.at, "terms.order"));
}

function parseHistogram(value: unknown, at: string) {
  const known = ["field", "fixed_interval", "calendar_interval", "time_zone", "min_doc_count"];
  const fields = requireFields(value, at, known, "parameter");
  requireField(fields.field, below(at, "field"), "date");
  const { min_doc_count: least = 0 } = fields;
  return {
    interval: parseInterval(fields, at),
    timeZone: requireTimeZone(fields.time_zone, below(at, "time_zone")),
    minDocCount: requireInteger(least, below(at, "min_doc_count"), { min: 0, max: 1e9 }),
  };
}
