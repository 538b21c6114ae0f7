import { MAX_SEARCH_BUCKETS } from "@shoal/contract";
import type { ColumnValue } from "./metrics.ts";
import type { AggregationLevel, BucketAggregation } from "./parse-aggregations.ts";
import type { SearchPlan } from "./parse-search.ts";
import { tooManyBuckets } from "./search-error.ts";
import {
  bucketsStatement,
  hitsStatement,
  PATH_SEPARATOR,
  type SearchMatches,
  type SearchStatement,
  totalsStatement,
} from "./search-statements.ts";

export type SearchRow = Record<string, ColumnValue>;
/** Runs a statement on ClickHouse. */
export type RunStatement = (statement: SearchStatement) => Promise<SearchRow[]>;

/** The rows of one kind of buckets, by the path of their parent bucket. */
export type RowsByPath = ReadonlyMap<string, readonly SearchRow[]>;
/** All rows from which a response is built. */
export interface SearchRows {
  totals: SearchRow;
  hits: readonly SearchRow[];
  buckets: ReadonlyMap<BucketAggregation, RowsByPath>;
}

/**
 * Returns the path of a bucket within those that enclose it.
 * @example pathOf({ b0: "FR", b1: 60 }, 2) // "FR␟60"
 */
export const pathOf = (row: SearchRow, depth: number): string =>
  Array.from({ length: depth }, (_, index) => row[`b${index}`]).join(PATH_SEPARATOR);

/** The number of buckets that the responses of a call may still contain. */
export interface BucketBudget {
  buckets: number;
}
export const newBucketBudget = (): BucketBudget => ({ buckets: MAX_SEARCH_BUCKETS });

/**
 * Deducts buckets from the budget.
 * @throws SearchError if too few are left.
 */
export function reserveBuckets(budget: BucketBudget, count: number, at: string): void {
  budget.buckets -= count;
  if (budget.buckets < 0) throw tooManyBuckets(MAX_SEARCH_BUCKETS, at);
}

/** Queries ClickHouse for a search, level by level: nothing is computed below buckets that are not shown. */
export async function runSearch(
  plan: SearchPlan,
  matches: SearchMatches,
  run: RunStatement,
  budget: BucketBudget = newBucketBudget(),
): Promise<SearchRows> {
  const counting = bucketsThatCount(plan.level);
  const [totals = { n: 0 }] = counting ? [] : await run(totalsStatement(matches, plan.level));
  const hits = plan.size > 0 ? await run(hitsStatement(matches, plan)) : [];
  const found: SearchRun = { matches, run, counting, rows: new Map(), budget };
  await runBelow(plan.level, [], undefined, found);
  return { totals: counting ? totalsBeside(counting, found) : totals, hits, buckets: found.rows };
}

interface SearchRun {
  matches: SearchMatches;
  run: RunStatement;
  /** The buckets whose rows also contain the total number of matches. */
  counting: BucketAggregation | undefined;
  rows: Map<BucketAggregation, RowsByPath>;
  budget: BucketBudget;
}

/**
 * Returns buckets that cover every match, if otherwise only the total number is requested: a separate statement would read all
 * rows again and take as long as the buckets.
 */
const bucketsThatCount = ({ metrics, buckets: [first] }: AggregationLevel): BucketAggregation | undefined =>
  metrics.length === 0 && first && isPartition(first) && first.minDocCount <= 1 ? first : undefined;

/** Whether every row is in exactly one bucket, and the requested buckets start with the first bucket. */
const isPartition = ({ kind }: BucketAggregation): boolean => kind === "terms" || kind === "date_histogram";

/** Computes the totals from the buckets; if there are no buckets, no row matched, so the total is 0. */
const totalsBeside = (counting: BucketAggregation, { rows }: SearchRun): SearchRow => ({
  n: rows.get(counting)?.get("")?.[0]?.total ?? 0,
});

/**
 * Queries the buckets within others.
 * @param parents the paths of the enclosing buckets that are shown; undefined if all are shown.
 */
async function runBelow(
  { buckets }: AggregationLevel,
  above: readonly BucketAggregation[],
  parents: readonly string[] | undefined,
  found: SearchRun,
): Promise<void> {
  for (const own of buckets) {
    const path = [...above, own];
    const requested = { path, parents, hasTotal: own === found.counting };
    const rows = parents?.length === 0 ? [] : await found.run(bucketsStatement(found.matches, requested));
    reserveBuckets(found.budget, rows.length, own.at);
    found.rows.set(
      own,
      Map.groupBy(rows, (row) => pathOf(row, above.length)),
    );
    const isCut = path.some(
      ({ kind, minDocCount }) => kind === "terms" || kind === "composite" || minDocCount > 1,
    );
    await runBelow(own, path, isCut ? rows.map((row) => pathOf(row, path.length)) : undefined, found);
  }
}
