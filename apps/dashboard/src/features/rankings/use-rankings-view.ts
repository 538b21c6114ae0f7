import { type RankedKind, routes } from "@shoal/contract";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useNavigate, useSearchParams } from "react-router";
import type { LinkTarget } from "../../components/analytics/link-target.ts";
import type { Period } from "../../components/analytics/period/period.ts";
import {
  FIGURE_QUERY_OPTIONS,
  periodParamsOf,
  STATISTICS_KEY,
} from "../../components/analytics/statistics-queries.ts";
import { useLastResult } from "../../components/analytics/use-last-result.ts";
import { type PeriodView, usePeriodView } from "../../components/analytics/use-period-view.ts";
import { call } from "../../lib/session.ts";
import { useMe } from "../../lib/user.ts";
import {
  orderOf,
  parseRankingState,
  type RankingChange,
  type RankingState,
  toSearchParams,
} from "./address/rankings-address.ts";

/** Query for a ranking of a period. */
const rankingQuery = (period: Period, { of, sort, isWorst, size, minViews }: RankingState) => {
  const query = { ...periodParamsOf(period), of, sort, order: orderOf(sort, isWorst), size, minViews };
  return queryOptions({
    ...FIGURE_QUERY_OPTIONS,
    queryKey: [...STATISTICS_KEY, "ranking", query],
    queryFn: ({ signal }) => call(routes.getStatisticsRanking, { query }, { signal }),
  });
};

/** The data that all parts of the rankings page share, once the client's time zone is known. */
export interface RankingsView extends RankingsAddress, Pick<PeriodView, "refresh"> {
  period: NonNullable<PeriodView["period"]>;
  timeZone: string;
}

export interface RankingPanelProps {
  view: RankingsView;
  /** The state of the page, or of one of its two rankings. */
  state: RankingState;
}

/** Returns the data of the rankings page. For clients with cameras, it ranks cameras and shows the best and the worst side by side (§7). */
export function useRankingsView() {
  const isCameras = useMe()?.client_infos[0]?.type === "camera";
  const usual: RankedKind = isCameras ? "camera" : "video";
  const address = useRankingsAddress(usual);
  const { period, timeZone, error, refresh } = usePeriodView(address.state);
  const view: RankingsView | undefined =
    period && timeZone ? { ...address, period, timeZone, refresh } : undefined;
  return { address, view, error, refresh, isPaired: isCameras && address.state.of === "camera" };
}

/** Loads a ranking; the previous figures are kept while new figures load. */
export function useRanking({ period }: Pick<RankingsView, "period">, state: RankingState) {
  const list = useQuery(rankingQuery(period, state));
  const { data, isStale } = useLastResult(list);
  // While the current ranking loads, a previous ranking is shown only if it ranks the same kind of subjects.
  const shown = data?.of === state.of ? data : undefined;
  return { data: shown, error: list.error, isStale, retry: list.refetch };
}

interface RankingsAddress {
  state: RankingState;
  /** Returns the link to the state after a change. */
  linkTo: (change: RankingChange) => LinkTarget;
  go: (target: LinkTarget) => void;
}

/** Keeps the state of the page in its URL. @param usual the kind of subject that is ranked by default, such as videos or countries. */
function useRankingsAddress(usual: RankedKind): RankingsAddress {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  return useMemo(() => {
    const state = parseRankingState(params, usual);
    return {
      state,
      linkTo: (change) => ({
        pathname: "/rankings",
        search: `?${toSearchParams({ ...state, ...change }, usual)}`,
      }),
      go: (target) => void navigate(target),
    };
  }, [params, usual, navigate]);
}
