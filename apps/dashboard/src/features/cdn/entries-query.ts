import { CDN_ENTRY_STATES, CDN_SORT_FIELDS, type ResponseOf, routes } from "@shoal/contract";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { ListShape, ListState } from "../../components/ui/table/list-address.ts";
import { CDN_KEY } from "../../lib/list-keys.ts";
import { call } from "../../lib/session.ts";

export type CdnSortField = (typeof CDN_SORT_FIELDS)[number];
export type CdnFilter = "state" | "tab";
export type CdnListState = ListState<CdnSortField, CdnFilter>;

export const CDN_LIST: ListShape<CdnSortField, CdnFilter> = {
  sortFields: CDN_SORT_FIELDS,
  defaultSort: { createdAt: -1 },
  filters: ["state", "tab"],
};

/** Polling interval of traffic in ms, needed because the current hour is incomplete. */
const TRAFFIC_REFETCH_INTERVAL_MS = 60_000;

type CdnEntryPage = ResponseOf<typeof routes.listCdnEntries>;

/** Query for a page of the client's CDN entries. */
export const entryListQuery = ({ page, pageSize, search, sort, filters }: CdnListState) =>
  queryOptions({
    queryKey: [CDN_KEY, page, pageSize, search, sort, filters.state],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }): Promise<CdnEntryPage> => {
      const state = CDN_ENTRY_STATES.find((each) => each === filters.state);
      const query = {
        page,
        pagesize: pageSize,
        sort,
        filter: state ? { state } : {},
        ...(search ? { search } : {}),
      };
      return call(routes.listCdnEntries, { query }, { signal });
    },
  });

/** Query for the traffic of these entries in the last 30 days. Entries without requests are omitted. */
export const trafficQuery = (entries: readonly string[]) =>
  queryOptions({
    queryKey: ["cdnStatistics", "traffic", entries.toSorted()],
    refetchInterval: TRAFFIC_REFETCH_INTERVAL_MS,
    async queryFn({ signal }) {
      const answer = await call(routes.getCdnTraffic, { query: { entries: [...entries] } }, { signal });
      return new Map(answer.entries.map((each) => [each.uuid, each]));
    },
  });

/** Query for the traffic of all entries in the current month. */
export const usageQuery = queryOptions({
  queryKey: ["cdnUsage"],
  queryFn: ({ signal }) => call(routes.getCdnUsage, { query: {} }, { signal }),
});
