import type { RankedKind } from "@shoal/contract";
import { useQuery } from "@tanstack/react-query";
import { useLasting } from "../../components/analytics/use-lasting.ts";
import { type PeriodView, usePeriodView } from "../../components/analytics/use-period-view.ts";
import { useMe } from "../../lib/user.ts";
import type { RankingState } from "./address/rankings-address.ts";
import { type RankingsAddress, useRankingsAddress } from "./address/use-rankings-address.ts";
import { rankingQuery } from "./rankings-queries.ts";

/** What every part of the page needs, once the client's time zone is known. */
export interface RankingsView extends RankingsAddress, Pick<PeriodView, "refresh"> {
  period: NonNullable<PeriodView["period"]>;
  timeZone: string;
}

export interface RankingPanelProps {
  view: RankingsView;
  /** Of the page, or of one of its two rankings. */
  state: RankingState;
}

/** Clients of cameras rank these, and see the best and the worst beside one another (§7). */
export function useRankingsView() {
  const isCameras = useMe()?.client_infos[0]?.type === "camera";
  const usual: RankedKind = isCameras ? "camera" : "video";
  const address = useRankingsAddress(usual);
  const { period, timeZone, error, refresh } = usePeriodView(address.state);
  const view: RankingsView | undefined =
    period && timeZone ? { ...address, period, timeZone, refresh } : undefined;
  return { address, view, error, refresh, isPaired: isCameras && address.state.of === "camera" };
}

/** A ranking; while the figures are away, the last that came. */
export function useRanking({ period }: Pick<RankingsView, "period">, state: RankingState) {
  const list = useQuery(rankingQuery(period, state));
  const { data, isStale } = useLasting(list);
  // What was ranked before something else was chosen is no answer to that.
  const shown = data?.of === state.of ? data : undefined;
  return { data: shown, error: list.error, isStale, retry: list.refetch };
}
