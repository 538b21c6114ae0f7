import type { StatisticsPlaces } from "@shoal/contract";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useNavigate, useSearchParams } from "react-router";
import type { LinkTarget } from "../../components/analytics/link-target.ts";
import { type Period, type Range, refreshMsOf } from "../../components/analytics/period/period.ts";
import { useLastResult } from "../../components/analytics/use-last-result.ts";
import { usePeriodView } from "../../components/analytics/use-period-view.ts";
import { useCan } from "../../lib/user.ts";
import { type MapState, parseMapState, toSearchParams } from "./map-address.ts";
import { type CountryRow, countriesQuery, placesQuery } from "./map-queries.ts";

export type LocatedVideo = StatisticsPlaces["videos"][number];

/** The data that all parts of the map page share. */
export interface MapView {
  state: MapState;
  period: Period;
  timeZone: string;
  /** Returns the link to the state after a change. */
  linkTo: (change: Partial<MapState>) => LinkTarget;
  go: (target: LinkTarget) => void;
  /** Whether the user may read figures. */
  mayRead: boolean;
}

export interface MapData {
  asOf: string;
  countries: readonly CountryRow[];
  /** The viewers of unknown location, who are not on the map. */
  unknownCountry: CountryRow | undefined;
  videos: readonly LocatedVideo[];
  /** The number of cameras that have a location. */
  size: number;
  /** Number of cameras without a location, which are not on the map. */
  unplaced: number;
}

/** The refresh interval for the range of the last hour, in ms. */
const NOW_REFRESH_MS = 15_000;
const refreshOf = (range: Range) => (range === "hour" ? NOW_REFRESH_MS : refreshMsOf(range));
const NO_PERIOD: Period = { fromMs: 0, toMs: 0 };

/** Loads the data of the whole map page, including any error that prevents showing it. */
export function useMapView() {
  const mayRead = useCan("editor", "readAnalytics");
  const address = useMapAddress();
  const { period, timeZone, error, refresh } = usePeriodView(address.state, {
    refreshMsFor: refreshOf,
    mayRead,
  });
  const view: MapView | undefined =
    period && timeZone ? { ...address, period, timeZone, mayRead } : undefined;
  const { data, error: dataError, isStale } = useMapData(period, address.state, mayRead);
  return { view, data, isStale, error: error ?? dataError, refresh };
}

function useMapAddress() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  return useMemo(() => {
    const state = parseMapState(params);
    return {
      state,
      linkTo: (change: Partial<MapState>): LinkTarget => ({
        pathname: "/map",
        search: `?${toSearchParams({ ...state, ...change })}`,
      }),
      go: (target: LinkTarget) => void navigate(target),
    };
  }, [params, navigate]);
}

/** Returns the responses with countries and cameras once both have arrived. */
function useMapData(period: Period | undefined, { metric }: MapState, mayRead: boolean) {
  const places = useQuery({ ...placesQuery(period ?? NO_PERIOD), enabled: period !== undefined });
  const countries = useQuery({
    ...countriesQuery(period ?? NO_PERIOD, metric),
    enabled: period !== undefined && mayRead,
  });
  const [placed, watched] = [useLastResult(places), useLastResult(countries)];
  const data: MapData | undefined =
    placed.data && (watched.data || !mayRead)
      ? {
          asOf: placed.data.asOf,
          videos: placed.data.videos,
          size: placed.data.size,
          unplaced: placed.data.unplaced,
          countries: watched.data?.rows ?? [],
          unknownCountry: watched.data?.unknown,
        }
      : undefined;
  const isStale = placed.isStale || watched.isStale;
  return { data, error: places.error ?? countries.error, isStale };
}
