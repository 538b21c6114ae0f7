import { MAX_SEARCH_BUCKETS } from "@shoal/contract";
import { IS_RETAINED_SQL } from "../figures/index.ts";
import { type ConditionContext, conditionSql } from "./condition-sql.ts";
import type { Condition } from "./conditions.ts";
import type {
  AggregationLevel,
  BucketAggregation,
  CompositeBuckets,
  FilterBuckets,
  Metric,
  StepOptions,
  TermOrder,
  TermsBuckets,
} from "./parse-aggregations.ts";
import type { CompositeSource } from "./parse-composite.ts";
import { type SearchPlan, shownNames } from "./parse-search.ts";
import { QueryParams } from "./query-params.ts";
import { type FieldKind, requireField, type SearchField } from "./search-fields.ts";
import { type ReadableRows, rowsSql } from "./search-scope.ts";

export interface SearchStatement {
  query: string;
  params: Record<string, unknown>;
}

/** The rows and conditions that all statements of a search share. */
export interface SearchMatches {
  /** The requested rows, each within those that the caller may see. */
  rows: readonly ReadableRows[];
  condition: Condition;
  rowsOf: ConditionContext["rowsOf"];
}

/** The separator of a path, which no text of an analytics row contains. */
export const PATH_SEPARATOR = "\u001f";

function matchesSql({ rows, condition, rowsOf }: SearchMatches, params: QueryParams): string {
  const scopes = rows.map((each) => rowsSql(each, params));
  return `FROM session_minutes FINAL WHERE ${[IS_RETAINED_SQL, ...scopes, conditionSql(condition, { params, rowsOf })].join(" AND ")}`;
}

/** Returns the statement for the number of matches and the metrics over all of them: one row, `n`, `m0`, `m1`, … */
export function totalsStatement(matches: SearchMatches, { metrics }: AggregationLevel): SearchStatement {
  const params = new QueryParams();
  return createStatement(`SELECT count() AS n${metricsSql(metrics)} ${matchesSql(matches, params)}`, params);
}

/** The buckets that a statement computes. */
interface RequestedBuckets {
  /** The levels of buckets, from the outermost to the one that is counted. */
  path: readonly BucketAggregation[];
  /** The paths of the enclosing buckets that are shown; undefined if all are shown. */
  parents: readonly string[] | undefined;
  /** Whether each row contains the total number of matches as `total`, including those in buckets that are not shown. */
  hasTotal?: boolean;
}

/**
 * Returns the statement with one row per bucket of the last level of `path`, with the keys of the enclosing buckets: `b0`, `b1`,
 * …, `n`, `m0`, ….
 */
export function bucketsStatement(
  matches: SearchMatches,
  { path, parents, hasTotal = false }: RequestedBuckets,
): SearchStatement {
  const params = new QueryParams();
  const context = { params, rowsOf: matches.rowsOf };
  const own = path.at(-1) as BucketAggregation;
  const keys = path.map((each, depth) => keySql(each, depth, context));
  const names = path.map((_, index) => `b${index}`);
  const above = names.slice(0, -1);
  const select = keys.map((key, index) => `${key} AS b${index}`).join(", ");
  const within = parents
    ? ` AND arrayStringConcat([${above.map((name) => `toString(${name})`).join(", ")}], ${params.add("String", PATH_SEPARATOR)}) IN ${params.add("Array(String)", parents)}`
    : "";
  const after = own.kind === "composite" ? afterKeySql(own, params) : "";
  const least = own.minDocCount > 1 ? ` HAVING n >= ${params.add("UInt64", own.minDocCount)}` : "";
  return createStatement(
    `SELECT ${select}, count() AS n${hasTotal ? TOTAL_SQL : ""}${metricsSql(own.metrics)} ${matchesSql(matches, params)}${within}${after}
     GROUP BY ${names.join(", ")}${least} ${orderSql(own, above, params)}`,
    params,
  );
}

/** The total number of matches. Windows are computed from groups, before the limit. */
const TOTAL_SQL = ", sum(count()) OVER () AS total";

const metricsSql = (metrics: readonly Metric[]) =>
  metrics.map(({ sql }, index) => `, ${sql} AS m${index}`).join("");

function keySql(buckets: BucketAggregation, depth: number, context: ConditionContext): string {
  switch (buckets.kind) {
    case "terms":
      return termSql(buckets, context.params);
    case "date_histogram":
      return stepSql(buckets, context.params);
    case "filters":
      return filtersSql(buckets, depth, context);
    case "composite":
      return compositeSql(buckets, context.params);
  }
}

/** Returns the SQL of a term. Numbers are grouped as text, which is the same here and in ClickHouse. */
function termSql({ sql, isNumber, missing }: TermsBuckets, params: QueryParams): string {
  if (isNumber) return `toString(${sql})`;
  return missing === undefined ? sql : `if(${sql} = '', ${params.add("String", missing)}, ${sql})`;
}

/** The maximum number of filters at one depth, so that equal filters at different depths have different codes. */
const FILTERS_A_DEPTH = 1_000;
/** Returns the code of a filter's bucket. */
export const filterCode = (depth: number, index: number): number => depth * FILTERS_A_DEPTH + index;

/** Returns the SQL of filters, where a row appears once for each filter that matches it. */
function filtersSql({ filters }: FilterBuckets, depth: number, context: ConditionContext): string {
  const codes = filters.map(
    ({ condition }, index) =>
      `if(${conditionSql(condition, context)}, toInt32(${filterCode(depth, index)}), toInt32(-1))`,
  );
  return `arrayJoin(arrayFilter(code -> code >= 0, [${codes.join(", ")}]))`;
}

const sourceSql = (source: CompositeSource, params: QueryParams): string =>
  source.kind === "date" ? stepSql(source, params) : source.sql;

/** Returns the SQL of a composite key: all parts as one text, a list in JSON. */
const compositeSql = ({ sources }: CompositeBuckets, params: QueryParams): string =>
  `toJSONString([${sources.map((source) => `toString(${sourceSql(source, params)})`).join(", ")}])`;

function afterKeySql({ sources, after }: CompositeBuckets, params: QueryParams): string {
  if (!after) return "";
  const columns = sources.map((source) => ({
    sql: sourceSql(source, params),
    kind: source.kind,
    isDescending: source.isDescending,
  }));
  return ` AND ${afterValuesSql(columns, after, params)}`;
}

interface SortColumn {
  sql: string;
  kind: FieldKind;
  isDescending: boolean;
}

/** Returns the condition for rows after some values in the order of columns. */
function afterValuesSql(
  [column, ...others]: readonly SortColumn[],
  [value, ...rest]: readonly (string | number)[],
  params: QueryParams,
): string {
  if (!column) return "0";
  const { sql, kind, isDescending } = column;
  const here = params.add(kind === "text" ? "String" : "Float64", value);
  const isBehind = `${sql} ${isDescending ? "<" : ">"} ${here}`;
  return others.length === 0
    ? isBehind
    : `(${isBehind} OR (${sql} = ${here} AND ${afterValuesSql(others, rest, params)}))`;
}

/** Returns the SQL of a step's start, in ms since 1970, by the clocks of the time zone. */
function stepSql({ interval, timeZone, offsetSec }: StepOptions, params: QueryParams): string {
  const zone = params.add("String", timeZone);
  const offset = offsetSec === 0 ? undefined : params.add("Int64", offsetSec);
  const moment = offset === undefined ? "minute" : `(minute - toIntervalSecond(${offset}))`;
  const later = offset === undefined ? "" : ` + ${offset} * 1000`;
  if (interval.kind === "fixed") {
    const step = params.add("Int64", interval.stepMs);
    const ahead = `timeZoneOffset(toTimeZone(${moment}, ${zone})) * 1000`;
    return `toInt64(intDiv(toInt64(toUnixTimestamp(${moment})) * 1000 + ${ahead}, ${step}) * ${step} - ${ahead}${later})`;
  }
  const local = `toTimeZone(${moment}, ${zone})`;
  return `toInt64(toInt64(toUnixTimestamp(toDateTime(${STEP_START_SQL[interval.unit](local)}, ${zone}))) * 1000${later})`;
}

const STEP_START_SQL = {
  day: (local: string) => `toStartOfDay(${local})`,
  week: (local: string) => `toStartOfWeek(${local}, 1)`,
  month: (local: string) => `toStartOfMonth(${local})`,
  quarter: (local: string) => `toStartOfQuarter(${local})`,
  year: (local: string) => `toStartOfYear(${local})`,
};

function orderSql(own: BucketAggregation, above: readonly string[], params: QueryParams): string {
  const key = `b${above.length}`;
  const most = `LIMIT ${MAX_SEARCH_BUCKETS + 1}`;
  if (own.kind === "composite") return `ORDER BY ${compositeOrder(own, params)} LIMIT ${own.size}`;
  if (own.kind !== "terms") return `ORDER BY ${[...above, key].join(", ")} ${most}`;
  const within = own.order.map(
    (order) => `${orderedBy(own, order, key)} ${order.isDescending ? "DESC" : "ASC"}`,
  );
  const order = [...above, ...within, key].join(", ");
  if (above.length === 0) return `ORDER BY ${order} LIMIT ${own.size}`;
  return `ORDER BY ${order} LIMIT ${own.size} BY ${above.join(", ")} ${most}`;
}

/** Returns the SQL of a composite's order, which is the same for every row of a bucket. */
const compositeOrder = ({ sources }: CompositeBuckets, params: QueryParams): string =>
  sources
    .map((source) => `any(${sourceSql(source, params)}) ${source.isDescending ? "DESC" : "ASC"}`)
    .join(", ");

function orderedBy({ metrics, isNumber }: TermsBuckets, { by, part }: TermOrder, key: string): string {
  if (by === "_count") return "n";
  if (by === "_key") return isNumber ? `toFloat64(${key})` : key;
  const index = metrics.findIndex(({ name }) => name === by);
  return metrics[index]?.orders[part]?.(`m${index}`) ?? key;
}

type HitsPlan = Pick<SearchPlan, "size" | "from" | "sort" | "source" | "fields" | "after">;

/** Returns the statement with one row per hit: `i` its index, `s` its session, `f0`, `f1`, … its fields, `o0`, … its sort values. */
export function hitsStatement(matches: SearchMatches, plan: HitsPlan): SearchStatement {
  const params = new QueryParams();
  const fields = shownNames(plan).map(
    (name, index) => `${hitFieldSql(requireField(name, "_source"))} AS f${index}`,
  );
  const sorts = plan.sort.map((order, index) => `${hitFieldSql(order)} AS o${index}`);
  const order = plan.sort.map(({ sql, isDescending }) => `${sql} ${isDescending ? "DESC" : "ASC"}`);
  const select = [
    "video_uuid AS i",
    "session_uuid AS s",
    "toUnixTimestamp(minute) AS t",
    ...fields,
    ...sorts,
  ];
  const columns = plan.sort.map((each) => ({ ...each, sql: hitFieldSql(each) }));
  const after = plan.after ? ` AND ${afterValuesSql(columns, plan.after, params)}` : "";
  return createStatement(
    `SELECT ${select.join(", ")} ${matchesSql(matches, params)}${after}
     ORDER BY ${[...order, "minute DESC", "video_uuid", "session_uuid"].join(", ")}
     LIMIT ${params.add("UInt32", plan.size)} OFFSET ${params.add("UInt32", plan.from)}`,
    params,
  );
}

const hitFieldSql = ({ kind, sql }: Pick<SearchField, "kind" | "sql">) =>
  kind === "date" ? `toFloat64(toUnixTimestamp(${sql})) * 1000` : sql;

const createStatement = (query: string, { values }: QueryParams): SearchStatement => ({
  query,
  params: values,
});
