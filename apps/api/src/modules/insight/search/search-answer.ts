import type { SearchAnswer, SearchHit } from "@shoal/contract";
import { zoneOffsetMs } from "@shoal/domain/zone-offset";
import { nextStep, stepOf } from "./intervals.ts";
import type { ColumnValue } from "./metrics.ts";
import type {
  AggregationLevel,
  BucketAggregation,
  CompositeBuckets,
  FilterBuckets,
  HistogramBuckets,
  TermsBuckets,
} from "./parse-aggregations.ts";
import type { CompositeSource } from "./parse-composite.ts";
import { type SearchPlan, shownNames } from "./parse-search.ts";
import {
  type BucketBudget,
  newBucketBudget,
  pathOf,
  reserveBuckets,
  type SearchRow,
  type SearchRows,
} from "./run-search.ts";
import { requireField } from "./search-fields.ts";
import { filterCode } from "./search-statements.ts";

/** The options for writing a response. */
export interface AnswerOptions {
  /** The duration of the query, in ms. */
  tookMs: number;
  /** Whether names of aggregations start with their type, as typed clients expect. */
  hasTypedKeys?: boolean;
  /** Whether the number of hits is written as a plain number. */
  isTotalNumber?: boolean;
  /** The budget of buckets from which filled-in empty steps are deducted. */
  budget?: BucketBudget;
}

/** Returns a response in Elasticsearch's format. */
export function presentAnswer(
  plan: SearchPlan,
  rows: SearchRows,
  { tookMs, hasTypedKeys = false, isTotalNumber = false, budget = newBucketBudget() }: AnswerOptions,
): SearchAnswer {
  const building: BuildContext = { rows, budget, hasTypedKeys };
  const aggregations = presentLevel(plan.level, { row: rows.totals, depth: 0 }, building);
  const total = Number(rows.totals.n);
  return {
    took: Math.round(tookMs),
    timed_out: false,
    _shards: SHARD_COUNTS,
    hits: {
      total: isTotalNumber ? total : { value: total, relation: "eq" },
      max_score: null,
      hits: rows.hits.map((row) => presentHit(row, plan)),
    },
    ...(plan.hasAggregations ? { aggregations } : {}),
  };
}

export const SHARD_COUNTS = { total: 1, successful: 1, skipped: 0, failed: 0 };

interface BuildContext {
  rows: SearchRows;
  budget: BucketBudget;
  hasTypedKeys: boolean;
}
/** A bucket whose contents are written, or all matches. */
interface ParentBucket {
  row: SearchRow;
  depth: number;
}
type AggregationAnswers = Record<string, Record<string, unknown>>;

function presentLevel(
  { metrics, buckets }: AggregationLevel,
  parent: ParentBucket,
  building: BuildContext,
): AggregationAnswers {
  const nameOf = (name: string, type: string) => (building.hasTypedKeys ? `${type}#${name}` : name);
  const count = Number(parent.row.n);
  return Object.fromEntries([
    ...metrics.map(
      ({ name, type, present }, index) =>
        [nameOf(name, type), present(parent.row[`m${index}`], count)] as const,
    ),
    ...buckets.map((own) => [nameOf(own.name, typeOf(own)), presentBuckets(own, parent, building)] as const),
  ]);
}

function typeOf(own: BucketAggregation): string {
  if (own.kind === "terms") return own.isNumber ? "dterms" : "sterms";
  return own.kind === "filters" && own.shape === "one" ? "filter" : own.kind;
}

function presentBuckets(
  own: BucketAggregation,
  parent: ParentBucket,
  building: BuildContext,
): Record<string, unknown> {
  const rows = building.rows.buckets.get(own)?.get(pathOf(parent.row, parent.depth)) ?? [];
  switch (own.kind) {
    case "terms":
      return presentTerms(own, rows, parent, building);
    case "date_histogram":
      return { buckets: presentSteps(own, rows, parent, building) };
    case "filters":
      return presentFilters(own, rows, parent, building);
    case "composite":
      return presentComposite(own, rows, building);
  }
}

function presentTerms(
  own: TermsBuckets,
  rows: readonly SearchRow[],
  { row, depth }: ParentBucket,
  building: BuildContext,
) {
  const shown = rows.reduce((sum, { n }) => sum + Number(n), 0);
  return {
    doc_count_error_upper_bound: 0,
    sum_other_doc_count: Math.max(0, Number(row.n) - shown),
    buckets: rows.map((each) => ({
      key: own.isNumber ? Number(each[`b${depth}`]) : String(each[`b${depth}`]),
      doc_count: Number(each.n),
      ...presentLevel(own, { row: each, depth: depth + 1 }, building),
    })),
  };
}

/** Returns the buckets of filters, one for each filter even if it is empty. */
function presentFilters(
  own: FilterBuckets,
  rows: readonly SearchRow[],
  { row, depth }: ParentBucket,
  building: BuildContext,
) {
  const key = `b${depth}`;
  const byCode = new Map(rows.map((each) => [Number(each[key]), each]));
  const all = own.filters.map(({ name }, index) => {
    const code = filterCode(depth, index);
    const each = byCode.get(code) ?? { ...row, [key]: code, n: 0 };
    const bucket = {
      doc_count: Number(each.n),
      ...presentLevel(own, { row: each, depth: depth + 1 }, building),
    };
    return [name, bucket] as const;
  });
  if (own.shape === "one") return all[0]?.[1] ?? {};
  return { buckets: own.shape === "list" ? all.map(([, bucket]) => bucket) : Object.fromEntries(all) };
}

function presentComposite(own: CompositeBuckets, rows: readonly SearchRow[], building: BuildContext) {
  const buckets = rows.map((row) => ({
    key: compositeKey(own, row),
    doc_count: Number(row.n),
    ...presentLevel(own, { row, depth: 1 }, building),
  }));
  const last = buckets.at(-1);
  return { ...(last ? { after_key: last.key } : {}), buckets };
}

function compositeKey({ sources }: CompositeBuckets, row: SearchRow): Record<string, unknown> {
  const parts = JSON.parse(String(row.b0)) as string[];
  return Object.fromEntries(
    sources.map((source, index) => [source.name, keyPart(source, parts[index] ?? "")]),
  );
}

const keyPart = (source: CompositeSource, part: string): string | number =>
  source.kind === "text" || (source.kind === "date" && source.isEpoch) ? part : Number(part);

function presentSteps(
  own: HistogramBuckets,
  rows: readonly SearchRow[],
  { row, depth }: ParentBucket,
  building: BuildContext,
) {
  const name = `b${depth}`;
  const all = own.minDocCount === 0 ? withEmptySteps(own, rows, name, building.budget) : rows;
  return all.map((each) => {
    const ms = Number(each[name]);
    return {
      key_as_string: own.format === "epoch_millis" ? String(ms) : formatMoment(ms, own.timeZone),
      key: ms,
      doc_count: Number(each.n),
      ...presentLevel(own, { row: { ...row, ...each }, depth: depth + 1 }, building),
    };
  });
}

/** Adds empty steps between non-empty steps and up to the requested bounds. */
function withEmptySteps(
  own: HistogramBuckets,
  rows: readonly SearchRow[],
  name: string,
  budget: BucketBudget,
): SearchRow[] {
  const { interval, timeZone, bounds } = own;
  const offsetMs = own.offsetSec * 1_000;
  const begins = (ms: number) => stepOf(ms - offsetMs, interval, timeZone) + offsetMs;
  const next = (ms: number) => nextStep(ms - offsetMs, interval, timeZone) + offsetMs;
  const rowByStep = new Map(rows.map((row) => [Number(row[name]), row]));
  const steps = [...rowByStep.keys(), ...(bounds ? [begins(bounds.fromMs), begins(bounds.untilMs)] : [])];
  const [first, last] = [Math.min(...steps), Math.max(...steps)];
  const all: SearchRow[] = [];
  const add = (row: SearchRow) => {
    if (Number(row.n) === 0) reserveBuckets(budget, 1, own.at);
    all.push(row);
  };
  const later = rows.values();
  let upcoming = later.next().value;
  for (let ms = first; ms <= last; ms = next(ms)) {
    // When clocks change, a step may start at an unexpected time.
    while (upcoming && Number(upcoming[name]) < ms) {
      add(upcoming);
      upcoming = later.next().value;
    }
    const row = rowByStep.get(ms);
    if (row && row === upcoming) upcoming = later.next().value;
    add(row ?? { [name]: ms, n: 0 });
  }
  for (; upcoming; upcoming = later.next().value) add(upcoming);
  return all;
}

/**
 * Formats a moment in a time zone.
 * @example formatMoment(0, "Europe/Paris") // "1970-01-01T01:00:00.000+01:00"
 */
function formatMoment(ms: number, timeZone: string): string {
  const aheadMs = zoneOffsetMs(ms, timeZone);
  const text = new Date(ms + aheadMs).toISOString();
  if (timeZone === "UTC") return text;
  const minutes = Math.abs(aheadMs) / 60_000;
  const clock = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, "0"));
  return `${text.slice(0, -1)}${aheadMs < 0 ? "-" : "+"}${clock.join(":")}`;
}

function presentHit(row: SearchRow, plan: SearchPlan): SearchHit {
  const { source, sort, fields } = plan;
  const columns = new Map(shownNames(plan).map((name, index) => [name, row[`f${index}`]]));
  return {
    _index: String(row.i),
    _id: `${row.s}:${row.t}`,
    _score: null,
    ...(source.length === 0
      ? {}
      : { _source: Object.fromEntries(source.map((name) => [name, presentValue(name, columns.get(name))])) }),
    ...(fields.length === 0
      ? {}
      : {
          fields: Object.fromEntries(
            fields.map(({ name, isEpoch }) => [
              name,
              [isEpoch ? String(columns.get(name)) : presentValue(name, columns.get(name))],
            ]),
          ),
        }),
    ...(sort.length === 0 ? {} : { sort: sort.map(({ kind }, index) => plainValue(kind, row[`o${index}`])) }),
  };
}

const plainValue = (kind: string, value: ColumnValue = ""): number | string =>
  kind === "text" ? String(value) : Number(value);

function presentValue(name: string, value: ColumnValue = ""): number | string {
  const { kind } = requireField(name, name);
  const plain = plainValue(kind, value);
  return kind === "date" ? new Date(plain).toISOString() : plain;
}
