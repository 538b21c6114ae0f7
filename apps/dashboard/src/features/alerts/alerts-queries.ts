import { ALERT_KINDS, ALERT_SORTS, ALERT_STATES, type AlertFilter, routes } from "@shoal/contract";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import dayjs from "dayjs";
import type { ListShape, ListState } from "../../components/ui/table/list-address.ts";
import { ALERTS_KEY } from "../../lib/list-keys.ts";
import { call } from "../../lib/session.ts";
import { msUntilReload, POLL_INTERVAL_MS } from "./reload-interval.ts";

export type AlertSort = (typeof ALERT_SORTS)[number];
export type AlertFilterName = "state" | "kind" | "video" | "from" | "to";
export type AlertListState = ListState<AlertSort, AlertFilterName>;

export const ALERT_LIST: ListShape<AlertSort, AlertFilterName> = {
  sortFields: ALERT_SORTS,
  defaultSort: { openedAt: -1 },
  filters: ["state", "kind", "video", "from", "to"],
};

const UNAVAILABLE_RETRY_MS = 15_000;

/** Converts the filters to parameters of the API call: whole days in the reader's time zone, including the last one. */
function toAlertFilter({ state, kind, video, from, to }: AlertListState["filters"]): AlertFilter {
  const [begin, end] = [dayjs(from), dayjs(to).add(1, "day")];
  const known = {
    state: ALERT_STATES.find((each) => each === state),
    kind: ALERT_KINDS.find((each) => each === kind),
    video: video || undefined,
    from: from && begin.isValid() ? begin.startOf("day").toISOString() : undefined,
    to: to && end.isValid() ? end.startOf("day").toISOString() : undefined,
  };
  return Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined));
}

export const alertListQuery = ({ page, pageSize, sort, filters }: AlertListState) =>
  queryOptions({
    queryKey: [ALERTS_KEY, "list", page, pageSize, sort, filters],
    placeholderData: keepPreviousData,
    refetchInterval: POLL_INTERVAL_MS,
    queryFn: ({ signal }) => {
      const query = { page, pagesize: pageSize, sort, filter: toAlertFilter(filters) };
      return call(routes.listAlerts, { query }, { signal });
    },
  });

export const alertQuery = (uuid: string) =>
  queryOptions({
    queryKey: [ALERTS_KEY, "one", uuid],
    queryFn: ({ signal }) => call(routes.getAlert, { params: { id: uuid } }, { signal }),
    refetchInterval: ({ state }) => msUntilReload(state),
    retry: false,
  });

export const alertSeriesQuery = (uuid: string, isOpen: boolean) =>
  queryOptions({
    queryKey: [ALERTS_KEY, "series", uuid],
    queryFn: ({ signal }) => call(routes.getAlertSeries, { params: { id: uuid } }, { signal }),
    refetchInterval: ({ state: { error } }) =>
      error ? UNAVAILABLE_RETRY_MS : isOpen ? POLL_INTERVAL_MS : false,
    retry: false,
  });

export const alertSettingsQuery = queryOptions({
  queryKey: [ALERTS_KEY, "settings"],
  queryFn: ({ signal }) => call(routes.getAlertSettings, {}, { signal }),
});

export const foundVideosQuery = (search: string) =>
  queryOptions({
    queryKey: [ALERTS_KEY, "videos", search],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => call(routes.findStatisticsVideos, { query: { search } }, { signal }),
  });
