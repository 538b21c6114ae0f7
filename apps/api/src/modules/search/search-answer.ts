import { SEARCH_MAX_BUCKETS, type SearchAnswer, type SearchHit } from "@shoal/contract";
import { zoneOffsetMs } from "@shoal/domain/zone-offset";
import { nextStep } from "./intervals.ts";
import type { Buckets, HistogramBuckets, Level, TermsBuckets } from "./parse-aggregations.ts";
import type { SearchPlan } from "./parse-search.ts";
import { pathOf, type Row, type SearchRows } from "./run-search.ts";
import { tooManyBuckets } from "./search-error.ts";
import { requireField } from "./search-fields.ts";

/** An answer as Elasticsearch gives it. @param tookMs how long the question took. */
export function presentAnswer(plan: SearchPlan, rows: SearchRows, tookMs: number): SearchAnswer {
  const building: Building = { rows, filled: 0 };
  const aggregations = presentLevel(plan.level, { row: rows.totals, depth: 0 }, building);
  return {
    took: Math.round(tookMs),
    timed_out: false,
    _shards: { total: 1, successful: 1, skipped: 0, failed: 0 },
    hits: {
      total: { value: Number(rows.totals.n), relation: "eq" },
      max_score: null,
      hits: rows.hits.map((row) => presentHit(row, plan)),
    },
    ...(plan.hasAggregations ? { aggregations } : {}),
  };
}

interface Building {
  rows: SearchRows;
  /** Steps without anything that were filled in. */
  filled: number;
}
/** A bucket whose insides are told, or all that matches. */
interface Parent {
  row: Row;
  depth: number;
}
type Aggregations = Record<string, Record<string, unknown>>;

function presentLevel({ metrics, buckets }: Level, parent: Parent, building: Building): Aggregations {
  return Object.fromEntries([
    ...metrics.map(({ name }, index) => [name, { value: Number(parent.row[`m${index}`] ?? 0) }] as const),
    ...buckets.map((own) => [own.name, presentBuckets(own, parent, building)] as const),
  ]);
}

function presentBuckets(own: Buckets, parent: Parent, building: Building): Record<string, unknown> {
  const rows = building.rows.buckets.get(own)?.get(pathOf(parent.row, parent.depth)) ?? [];
  return own.kind === "terms"
    ? presentTerms(own, rows, parent, building)
    : { buckets: presentSteps(own, rows, parent, building) };
}

function presentTerms(own: TermsBuckets, rows: readonly Row[], { row, depth }: Parent, building: Building) {
  const shown = rows.reduce((sum, { n }) => sum + Number(n), 0);
  return {
    doc_count_error_upper_bound: 0,
    sum_other_doc_count: Math.max(0, Number(row.n) - shown),
    buckets: rows.map((each) => ({
      ...{ key: String(each[`b${depth}`]), doc_count: Number(each.n) },
      ...presentLevel(own, { row: each, depth: depth + 1 }, building),
    })),
  };
}

function presentSteps(
  own: HistogramBuckets,
  rows: readonly Row[],
  { row, depth }: Parent,
  building: Building,
) {
  const name = `b${depth}`;
  const all = own.minDocCount === 0 ? withEmptySteps(own, rows, name, building) : rows;
  return all.map((each) => {
    const ms = Number(each[name]) * 1_000;
    return {
      ...{ key_as_string: writeMoment(ms, own.timeZone), key: ms, doc_count: Number(each.n) },
      ...presentLevel(own, { row: { ...row, ...each }, depth: depth + 1 }, building),
    };
  });
}

/** The steps between those with something, too. */
function withEmptySteps(
  own: HistogramBuckets,
  rows: readonly Row[],
  name: string,
  building: Building,
): Row[] {
  const all: Row[] = [];
  // They hide those of what the step lies in.
  const nothing = Object.fromEntries(own.metrics.map((_, index) => [`m${index}`, 0]));
  for (const [index, row] of rows.entries()) {
    all.push(row);
    const untilMs = Number(rows[index + 1]?.[name] ?? 0) * 1_000;
    let ms = nextStep(Number(row[name]) * 1_000, own.interval, own.timeZone);
    for (; ms < untilMs; ms = nextStep(ms, own.interval, own.timeZone)) {
      building.filled += 1;
      if (building.filled > SEARCH_MAX_BUCKETS) throw tooManyBuckets(SEARCH_MAX_BUCKETS, own.at);
      all.push({ [name]: ms / 1_000, n: 0, ...nothing });
    }
  }
  return all;
}

/** @example writeMoment(0, "Europe/Paris") // "1970-01-01T01:00:00.000+01:00" */
function writeMoment(ms: number, timeZone: string): string {
  const aheadMs = zoneOffsetMs(ms, timeZone);
  const text = new Date(ms + aheadMs).toISOString();
  if (timeZone === "UTC") return text;
  const minutes = Math.abs(aheadMs) / 60_000;
  const clock = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, "0"));
  return `${text.slice(0, -1)}${aheadMs < 0 ? "-" : "+"}${clock.join(":")}`;
}

function presentHit(row: Row, { source, sort }: SearchPlan): SearchHit {
  return {
    _index: String(row.i),
    _id: `${row.s}:${row.t}`,
    _score: null,
    ...(source.length === 0
      ? {}
      : {
          _source: Object.fromEntries(
            source.map((name, index) => [name, presentValue(name, row[`f${index}`])]),
          ),
        }),
    ...(sort.length === 0 ? {} : { sort: sort.map(({ name }, index) => plainValue(name, row[`o${index}`])) }),
  };
}

const plainValue = (name: string, value: number | string = "") =>
  requireField(name, name).kind === "text" ? String(value) : Number(value);

function presentValue(name: string, value: number | string = ""): number | string {
  const plain = plainValue(name, value);
  return requireField(name, name).kind === "date" ? new Date(plain).toISOString() : plain;
}
