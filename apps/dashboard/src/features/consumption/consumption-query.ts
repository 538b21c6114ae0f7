import {
  type ClientConsumption,
  CONSUMPTION_SORT_FIELDS,
  type ConsumptionSort,
  MAX_PAGE_SIZE,
  routes,
} from "@shoal/contract";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { ListShape, ListState } from "../../components/ui/table/list-address.ts";
import { call } from "../../lib/session.ts";
import { isMonth } from "./months.ts";

type Filter = "month" | "over";
export type ConsumptionState = ListState<ConsumptionSort, Filter>;

export const CONSUMPTION_LIST: ListShape<ConsumptionSort, Filter> = {
  sortFields: CONSUMPTION_SORT_FIELDS,
  defaultSort: { deliveredBytes: -1 },
  filters: ["month", "over"],
};

/** The month that runs goes on: it is read again each minute. */
const REFRESH_MS = 60_000;

const KEY = ["consumption"] as const;

function askedBy({ page, pageSize, search, sort, filters }: ConsumptionState) {
  const { month, over } = filters;
  return {
    page,
    pagesize: pageSize,
    sort,
    ...(search ? { search } : {}),
    ...(isMonth(month) ? { month } : {}),
    ...(over ? { filter: { isOverFreeTier: true } } : {}),
  };
}

/** A page of what clients used in a month. */
export const consumptionQuery = (state: ConsumptionState) =>
  queryOptions({
    queryKey: [...KEY, state],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => call(routes.listConsumption, { query: askedBy(state) }, { signal }),
    refetchInterval: (query) => (query.state.data?.isComplete ? false : REFRESH_MS),
  });

/** All that matches, for a file. */
export async function readAllConsumption(state: ConsumptionState): Promise<ClientConsumption[]> {
  const rows: ClientConsumption[] = [];
  for (let page = 1; ; page++) {
    const query = askedBy({ ...state, page, pageSize: MAX_PAGE_SIZE });
    const { _embedded, _size } = await call(routes.listConsumption, { query });
    rows.push(..._embedded);
    if (_embedded.length === 0 || rows.length >= _size) return rows;
  }
}
