import type { RankedKind } from "@shoal/contract";
import { useMemo } from "react";
import { useNavigate, useSearchParams } from "react-router";
import type { LinkTarget } from "../../../components/analytics/link-target.ts";
import { type RankingChange, type RankingState, readRanking, writeRanking } from "./rankings-address.ts";

export interface RankingsAddress {
  state: RankingState;
  /** Where a change leads. */
  linkTo: (change: RankingChange) => LinkTarget;
  go: (target: LinkTarget) => void;
}

/** What the page shows stands in its address. @param usual what is ranked without a word. */
export function useRankingsAddress(usual: RankedKind): RankingsAddress {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  return useMemo(() => {
    const state = readRanking(params, usual);
    return {
      state,
      linkTo: (change) => ({
        pathname: "/rankings",
        search: `?${writeRanking({ ...state, ...change }, usual)}`,
      }),
      go: (target) => void navigate(target),
    };
  }, [params, usual, navigate]);
}
