import { malformedError, unsupportedError } from "./search-error.ts";
import { requireField, type SearchField } from "./search-fields.ts";
import { nestedPath, requireFields } from "./search-values.ts";

/** ClickHouse's value of a column; null if it is not a number. */
export type ColumnValue = number | string | null | readonly (number | null)[];

export interface MetricFigures {
  /** The SQL expression that aggregates rows, from the table of fields. */
  sql: string;
  /** The type that precedes the name in responses with `typed_keys`. */
  type: string;
  /**
   * Returns the value in Elasticsearch's format.
   * @param count the number of rows; if it is 0, nothing was computed.
   */
  present: (cell: ColumnValue | undefined, count: number) => Record<string, unknown>;
  /** The SQL by which buckets of terms can be sorted, given the metric's column. */
  orders: Readonly<Record<string, (column: string) => string>>;
}

export const METRIC_KINDS = [
  "sum",
  "avg",
  "min",
  "max",
  "value_count",
  "cardinality",
  "percentiles",
  "stats",
  "extended_stats",
] as const;
export type MetricKind = (typeof METRIC_KINDS)[number];

const DEFAULT_PERCENTS = [1, 5, 25, 50, 75, 95, 99];
const MAX_PERCENTS = 50;
const DEFAULT_SIGMA = 2;

const METRIC_PARAMETERS: Partial<Record<MetricKind, readonly string[]>> = {
  cardinality: ["precision_threshold"],
  percentiles: ["percents", "keyed"],
  extended_stats: ["sigma"],
};

/**
 * Parses a metric.
 * @throws SearchError for a field without this metric, and for unsupported parameters.
 */
export function parseMetric(kind: MetricKind, value: unknown, at: string): MetricFigures {
  const fields = requireFields(value, at, ["field", ...(METRIC_PARAMETERS[kind] ?? [])], "parameter");
  const place = nestedPath(at, "field");
  switch (kind) {
    case "sum":
      return singleValueMetric(kind, toSumSql(requireField(fields.field, place, "number")), 0);
    case "avg":
      return singleValueMetric(
        kind,
        `${toSumSql(requireField(fields.field, place, "number"))} / count()`,
        null,
      );
    case "min":
    case "max":
      return parseEnd(kind, requireField(fields.field, place, "number", "date"));
    case "value_count":
      return singleValueMetric(kind, countOf(requireField(fields.field, place)), 0);
    case "cardinality":
      return singleValueMetric(kind, distinctOf(requireField(fields.field, place, "text", "number")), 0);
    case "percentiles":
      return parsePercentiles(fields, at);
    case "stats":
    case "extended_stats":
      return parseStats(kind, fields, at);
  }
}

const sortByColumn = (column: string) => column;
const toNumber = (cell: ColumnValue | undefined): number | null =>
  cell === null || cell === undefined || Array.isArray(cell) ? null : Number(cell);

/**
 * Returns a metric with a single value.
 * @param nothing the value if there are no rows.
 */
const singleValueMetric = (type: string, sql: string, nothing: number | null): MetricFigures => ({
  sql,
  type,
  orders: { "": sortByColumn, value: sortByColumn },
  present: (cell, count) => ({ value: count === 0 ? nothing : (toNumber(cell) ?? nothing) }),
});

const toSumSql = ({ sql, sum }: SearchField): string => sum ?? `sum(${sql})`;
const countOf = ({ kind, sql }: SearchField): string =>
  kind === "text" ? `countIf(${sql} != '')` : "count()";

/**
 * Returns the SQL that counts distinct values, accurate to 0.4 %. Unknown values are subtracted afterwards, since filtering them row by row
 * takes a quarter longer.
 */
const distinctOf = ({ kind, sql }: SearchField): string =>
  kind === "text" ? `toInt64(uniqCombined64(${sql})) - max(${sql} = '')` : `uniqCombined64(${sql})`;

function parseEnd(kind: "min" | "max", { kind: of, sql }: SearchField): MetricFigures {
  if (of === "number") return singleValueMetric(kind, `${kind}(${sql})`, null);
  const moment = singleValueMetric(kind, `toFloat64(toUnixTimestamp(${kind}(${sql}))) * 1000`, null);
  return {
    ...moment,
    present(cell, count) {
      const presented = moment.present(cell, count);
      return presented.value === null
        ? presented
        : { ...presented, value_as_string: new Date(Number(presented.value)).toISOString() };
    },
  };
}

/** Parses percentiles, which are exact to some tenths of a percent of ranks and need little memory. */
function parsePercentiles(fields: Record<string, unknown>, at: string): MetricFigures {
  const { percents = DEFAULT_PERCENTS, keyed: isKeyed = true } = fields;
  const { sql } = requireField(fields.field, nestedPath(at, "field"), "number");
  if (typeof isKeyed !== "boolean") throw malformedError(nestedPath(at, "keyed"), "must be true or false");
  const ranks = requirePercents(percents, nestedPath(at, "percents"));
  const names = ranks.map((rank) => (Number.isInteger(rank) ? `${rank}.0` : String(rank)));
  const valuesOf = (cell: ColumnValue | undefined, count: number) => {
    const cells = count > 0 && Array.isArray(cell) ? cell : [];
    return ranks.map((_, index): number | null => cells[index] ?? null);
  };
  return {
    // The ranks were parsed as numbers, so they are safe in SQL.
    sql: `quantilesTDigest(${ranks.map((rank) => rank / 100).join(", ")})(${sql})`,
    type: "tdigest_percentiles",
    orders: Object.fromEntries(
      ranks.flatMap((rank, index) => {
        const order = (column: string) => `${column}[${index + 1}]`;
        return [[names[index], order] as const, [String(rank), order] as const];
      }),
    ),
    present(cell, count) {
      const values = valuesOf(cell, count);
      if (!isKeyed) return { values: ranks.map((key, index) => ({ key, value: values[index] })) };
      return { values: Object.fromEntries(names.map((name, index) => [name, values[index]])) };
    },
  };
}

function requirePercents(value: unknown, at: string): number[] {
  const given = Array.isArray(value) ? value : [];
  const ranks = given.map((each) =>
    typeof each === "number" || (typeof each === "string" && /^\d{1,3}(?:\.\d{1,6})?$/.test(each))
      ? Number(each)
      : Number.NaN,
  );
  const isWrong = ranks.some((rank) => !(rank >= 0 && rank <= 100));
  if (ranks.length === 0 || ranks.length > MAX_PERCENTS || isWrong)
    throw malformedError(at, `must be a list of 1 to ${MAX_PERCENTS} numbers from 0 to 100`);
  // Ranks are rounded to a millionth: smaller numbers would be written in exponential notation.
  return [...new Set(ranks.map((rank) => Math.round(rank * 1e4) / 1e4))];
}

function parseStats(
  kind: "stats" | "extended_stats",
  fields: Record<string, unknown>,
  at: string,
): MetricFigures {
  const field = requireField(fields.field, nestedPath(at, "field"), "number");
  const { sigma = DEFAULT_SIGMA } = fields;
  if (typeof sigma !== "number" || !(sigma >= 0 && sigma <= 100))
    throw unsupportedError(`sigma ${String(sigma)}`, nestedPath(at, "sigma"));
  const { sql } = field;
  const variance = (column: string) => `(${column}[4] / n - pow(${column}[3] / n, 2))`;
  const usual = {
    count: () => "n",
    min: (column: string) => `${column}[1]`,
    max: (column: string) => `${column}[2]`,
    sum: (column: string) => `${column}[3]`,
    avg: (column: string) => `${column}[3] / n`,
  };
  const squares = { variance, std_deviation: variance };
  return {
    sql: `[min(${sql}), max(${sql}), ${toSumSql(field)}, sum(pow(${sql}, 2))]`,
    type: kind,
    orders: kind === "stats" ? usual : { ...usual, ...squares },
    present(cell, count) {
      const [min = null, max = null, sum = null, sumOfSquares = null] =
        count > 0 && Array.isArray(cell) ? cell : [];
      const avg = sum === null ? null : sum / count;
      const stats = { count, min, max, avg, sum: sum ?? 0 };
      return kind === "stats" ? stats : { ...stats, ...computeSpread({ count, avg, sumOfSquares, sigma }) };
    },
  };
}

interface SpreadFigures {
  count: number;
  avg: number | null;
  sumOfSquares: number | null;
  sigma: number;
}

function computeSpread({ count, avg, sumOfSquares, sigma }: SpreadFigures) {
  const variance =
    avg === null || sumOfSquares === null ? null : Math.max(0, sumOfSquares / count - avg ** 2);
  const deviation = variance === null ? null : Math.sqrt(variance);
  const aside = (times: number) => (avg === null || deviation === null ? null : avg + times * deviation);
  return {
    sum_of_squares: sumOfSquares ?? 0,
    variance,
    std_deviation: deviation,
    std_deviation_bounds: {
      upper: aside(sigma),
      lower: aside(-sigma),
    },
  };
}
