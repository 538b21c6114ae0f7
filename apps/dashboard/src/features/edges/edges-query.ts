import { routes } from "@shoal/contract";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { ListShape, ListState } from "../../components/ui/table/list-address.ts";
import { call } from "../../lib/session.ts";

/** Edges are asked again so often while somebody looks. */
const POLL_MS = 4_000;
const KEY = "edges";

export const ROOM_LIST: ListShape<never, never> = { sortFields: [], defaultSort: {}, filters: [] };
export type RoomListState = ListState<never, never>;

export const edgesQuery = queryOptions({
  queryKey: [KEY],
  queryFn: ({ signal }) => call(routes.listEdges, {}, { signal }),
  refetchInterval: POLL_MS,
});

/** A page of what is watched. */
export const roomsQuery = ({ page, pageSize: pagesize, search }: RoomListState) =>
  queryOptions({
    queryKey: [KEY, "rooms", page, pagesize, search],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call(routes.listWatchedRooms, { query: { page, pagesize, ...(search ? { search } : {}) } }, { signal }),
    refetchInterval: POLL_MS,
  });
