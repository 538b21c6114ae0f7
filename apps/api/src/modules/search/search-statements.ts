import { SEARCH_MAX_BUCKETS } from "@shoal/contract";
import { IS_KEPT_SQL } from "../figures/index.ts";
import { type ConditionContext, conditionSql } from "./condition-sql.ts";
import type { Buckets, HistogramBuckets, Level, Metric, TermsBuckets } from "./parse-aggregations.ts";
import type { Condition } from "./parse-query.ts";
import type { SearchPlan } from "./parse-search.ts";
import { QueryParams } from "./query-params.ts";
import { requireField, type SearchField } from "./search-fields.ts";
import { type Rows, rowsSql } from "./search-scope.ts";

export interface Statement {
  query: string;
  params: Record<string, unknown>;
}

/** What every statement of a search reads. */
export interface Matches {
  /** What the caller may see, and of that what he asked for. */
  rows: readonly Rows[];
  condition: Condition;
  rowsOf: ConditionContext["rowsOf"];
}

/** No text of an analytics row holds it. */
export const PATH_SEPARATOR = "\u001f";

function matchesSql({ rows, condition, rowsOf }: Matches, params: QueryParams): string {
  const scopes = rows.map((each) => rowsSql(each, params));
  return `FROM session_minutes FINAL WHERE ${[IS_KEPT_SQL, ...scopes, conditionSql(condition, { params, rowsOf })].join(" AND ")}`;
}

/** How many match, and the metrics of all of them: one row, `n`, `m0`, `m1`, … */
export function totalsStatement(matches: Matches, { metrics }: Level): Statement {
  const params = new QueryParams();
  return statement(`SELECT count() AS n${metricsSql(metrics)} ${matchesSql(matches, params)}`, params);
}

/** Which buckets are asked for. */
interface Asked {
  /** From the outermost to those that are counted. */
  path: readonly Buckets[];
  /** Paths of the buckets above that are shown, when some are not. */
  parents: readonly string[] | undefined;
  /** Whether each row tells as `total` how many match in all, also in buckets beyond those that are shown. */
  hasTotal?: boolean;
}

/** One row a bucket of the last of `path`, with those of the others that it lies in: `b0`, `b1`, …, `n`, `m0`, …. */
export function bucketsStatement(matches: Matches, { path, parents, hasTotal = false }: Asked): Statement {
  const params = new QueryParams();
  const own = path.at(-1) as Buckets;
  const keys = path.map((each) => keySql(each, params));
  const names = path.map((_, index) => `b${index}`);
  const above = names.slice(0, -1);
  const select = keys.map((key, index) => `${key} AS b${index}`).join(", ");
  const within = parents
    ? ` AND arrayStringConcat([${above.map((name) => `toString(${name})`).join(", ")}], ${params.add("String", PATH_SEPARATOR)}) IN ${params.add("Array(String)", parents)}`
    : "";
  const least = own.minDocCount > 1 ? ` HAVING n >= ${params.add("UInt64", own.minDocCount)}` : "";
  return statement(
    `SELECT ${select}, count() AS n${hasTotal ? TOTAL_SQL : ""}${metricsSql(own.metrics)} ${matchesSql(matches, params)}${within}
     GROUP BY ${names.join(", ")}${least} ${orderSql(own, above)}`,
    params,
  );
}

/** Windows are made of groups, before the limit. */
const TOTAL_SQL = ", sum(count()) OVER () AS total";

const metricsSql = (metrics: readonly Metric[]) =>
  metrics.map(({ sql }, index) => `, ${sql} AS m${index}`).join("");

const keySql = (buckets: Buckets, params: QueryParams) =>
  buckets.kind === "terms" ? buckets.sql : stepSql(buckets, params);

/** When a step begins, in seconds since 1970, by the clocks of the time zone. */
function stepSql({ interval, timeZone }: HistogramBuckets, params: QueryParams): string {
  const zone = params.add("String", timeZone);
  if (interval.kind === "fixed") {
    const step = params.add("UInt32", interval.stepSec);
    const ahead = `timeZoneOffset(toTimeZone(minute, ${zone}))`;
    return `toInt64(intDiv(toUnixTimestamp(minute) + ${ahead}, ${step}) * ${step} - ${ahead})`;
  }
  const local = `toTimeZone(minute, ${zone})`;
  return `toInt64(toUnixTimestamp(toDateTime(${STARTS[interval.unit](local)}, ${zone})))`;
}

const STARTS = {
  day: (local: string) => `toStartOfDay(${local})`,
  week: (local: string) => `toStartOfWeek(${local}, 1)`,
  month: (local: string) => `toStartOfMonth(${local})`,
  quarter: (local: string) => `toStartOfQuarter(${local})`,
  year: (local: string) => `toStartOfYear(${local})`,
};

function orderSql(own: Buckets, above: readonly string[]): string {
  const key = `b${above.length}`;
  const most = `LIMIT ${SEARCH_MAX_BUCKETS + 1}`;
  if (own.kind === "date_histogram") return `ORDER BY ${[...above, key].join(", ")} ${most}`;
  const within = own.order.map(
    ({ by, isDescending }) => `${orderedBy(own, by, key)} ${isDescending ? "DESC" : "ASC"}`,
  );
  const order = [...above, ...within, key].join(", ");
  if (above.length === 0) return `ORDER BY ${order} LIMIT ${own.size}`;
  return `ORDER BY ${order} LIMIT ${own.size} BY ${above.join(", ")} ${most}`;
}

function orderedBy({ metrics }: TermsBuckets, by: string, key: string): string {
  if (by === "_count") return "n";
  return by === "_key" ? key : `m${metrics.findIndex(({ name }) => name === by)}`;
}

/** One row a hit: `i` its index, `s` its session, `f0`, `f1`, … its fields, `o0`, … what it is sorted by. */
export function hitsStatement(
  matches: Matches,
  plan: Pick<SearchPlan, "size" | "from" | "sort" | "source">,
): Statement {
  const params = new QueryParams();
  const fields = plan.source.map((name, index) => `${shownSql(requireField(name, "_source"))} AS f${index}`);
  const sorts = plan.sort.map(({ name }, index) => `${shownSql(requireField(name, "sort"))} AS o${index}`);
  const order = plan.sort.map(({ sql, isDescending }) => `${sql} ${isDescending ? "DESC" : "ASC"}`);
  const select = [
    "video_uuid AS i",
    "session_uuid AS s",
    "toUnixTimestamp(minute) AS t",
    ...fields,
    ...sorts,
  ];
  return statement(
    `SELECT ${select.join(", ")} ${matchesSql(matches, params)}
     ORDER BY ${[...order, "minute DESC", "video_uuid", "session_uuid"].join(", ")}
     LIMIT ${params.add("UInt32", plan.size)} OFFSET ${params.add("UInt32", plan.from)}`,
    params,
  );
}

const shownSql = ({ kind, sql }: SearchField) =>
  kind === "date" ? `toFloat64(toUnixTimestamp(${sql})) * 1000` : sql;

const statement = (query: string, { values }: QueryParams): Statement => ({ query, params: values });
