import {
  MAX_RANKING_MIN_VIEWS,
  MAX_RANKING_SIZE,
  RANKED_KINDS,
  RANKING_BEST_ORDER,
  RANKING_SIZE,
  type RankedKind,
  STATISTICS_SORTS,
  type StatisticsSort,
} from "@shoal/contract";
import { DEFAULT_RANGE, type Period, type Range } from "../../../components/analytics/period/period.ts";
import { parseRange, writeRange } from "../../../components/analytics/period/period-address.ts";

/** The default minimum number of views, because figures of rarely viewed subjects are not meaningful. */
const DEFAULT_MIN_VIEWS = 5;
/** The default range: rankings of all media show the previous day (§9). */

/** The state of the page, all of which is in its URL. */
export interface RankingState {
  range: Range;
  /** The start and end of the custom period, for the range `own`. */
  own: Period;
  of: RankedKind;
  sort: StatisticsSort;
  /** Whether the worst subjects are listed first. */
  isWorst: boolean;
  size: number;
  minViews: number;
}
export type RankingChange = Partial<RankingState>;

/**
 * Parses the state from a URL; invalid values count as missing.
 * @param usual the kind of subject that is ranked by default, such as videos or countries.
 */
export function parseRankingState(params: URLSearchParams, usual: RankedKind): RankingState {
  return {
    ...parseRange(params, DEFAULT_RANGE),
    of: RANKED_KINDS.find((kind) => kind === params.get("of")) ?? usual,
    sort: STATISTICS_SORTS.find((sort) => sort === params.get("sort")) ?? "watchedSec",
    isWorst: params.get("first") === "worst",
    size: parseIntegerIn(params.get("size"), { min: 1, max: MAX_RANKING_SIZE }) ?? RANKING_SIZE,
    minViews:
      parseIntegerIn(params.get("views"), { min: 0, max: MAX_RANKING_MIN_VIEWS }) ?? DEFAULT_MIN_VIEWS,
  };
}

/** Returns the URL parameters of a state, without defaults. */
export function toSearchParams(state: RankingState, usual: RankedKind): URLSearchParams {
  const params = new URLSearchParams();
  const set = (name: string, value: string, fallback: string) =>
    value !== fallback && params.set(name, value);
  set("of", state.of, usual);
  writeRange(params, state, DEFAULT_RANGE);
  set("sort", state.sort, "watchedSec");
  set("first", state.isWorst ? "worst" : "best", "best");
  set("size", String(state.size), String(RANKING_SIZE));
  set("views", String(state.minViews), String(DEFAULT_MIN_VIEWS));
  return params;
}

/** Reads an integer within limits; undefined for anything else. @example parseIntegerIn("12", { min: 1, max: 100 }) // 12 */
export function parseIntegerIn(
  text: string | null,
  { min, max }: { min: number; max: number },
): number | undefined {
  if (!/^\d{1,10}$/.test(text?.trim() ?? "")) return undefined;
  const value = Number(text);
  return value >= min && value <= max ? value : undefined;
}

/** Returns the order that lists the best, or the worst, first. @example orderOf("watchedSec", true) // "asc" */
export function orderOf(sort: StatisticsSort, isWorst: boolean): "asc" | "desc" {
  const best = RANKING_BEST_ORDER[sort];
  if (!isWorst) return best;
  return best === "asc" ? "desc" : "asc";
}
