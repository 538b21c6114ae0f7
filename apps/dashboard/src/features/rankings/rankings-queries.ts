import { routes } from "@shoal/contract";
import { queryOptions } from "@tanstack/react-query";
import type { Period } from "../../components/analytics/period/period.ts";
import { momentsOf, STATISTICS_KEY, WHILE_SHOWN } from "../../components/analytics/statistics-queries.ts";
import { call } from "../../lib/session.ts";
import { orderOf, type RankingState } from "./address/rankings-address.ts";

/** A ranking of a period. */
export const rankingQuery = (period: Period, { of, sort, isWorst, size, minViews }: RankingState) => {
  const query = { ...momentsOf(period), of, sort, order: orderOf(sort, isWorst), size, minViews };
  return queryOptions({
    ...WHILE_SHOWN,
    queryKey: [...STATISTICS_KEY, "ranking", query],
    queryFn: ({ signal }) => call(routes.getStatisticsRanking, { query }, { signal }),
  });
};
