import type { StatisticsDimension } from "@shoal/contract";
import { useQuery } from "@tanstack/react-query";
import type { StatisticsQuestion } from "../../../components/analytics/statistics-queries.ts";
import { namesQuery } from "../analytics-queries.ts";

/** The dimensions whose values are ids, for which names must be loaded. */
const NAMED_DIMENSIONS: ReadonlySet<StatisticsDimension> = new Set(["video", "provider", "site", "config"]);

/** Returns the server's names of values. Unwatched values have no name. */
export function useNames(
  question: StatisticsQuestion | undefined,
  dimension: StatisticsDimension,
  values: readonly string[],
): ReadonlyMap<string, string> {
  const isWanted = question !== undefined && NAMED_DIMENSIONS.has(dimension) && values.length > 0;
  const { data } = useQuery({
    ...namesQuery(question ?? { from: "", to: "" }, dimension, [...values]),
    enabled: isWanted,
  });
  const rows = data?.rows ?? [];
  return new Map(rows.flatMap(({ value, label }) => (label ? [[value, label] as const] : [])));
}
