import { CLIENT_SORT_FIELDS, CLIENT_TYPES, type ClientView, routes } from "@shoal/contract";
import { keepPreviousData, type QueryClient, queryOptions } from "@tanstack/react-query";
import type { ListShape, ListState } from "../../components/ui/table/list-address.ts";
import { call } from "../../lib/session.ts";

export type ClientSortField = (typeof CLIENT_SORT_FIELDS)[number];
type ClientFilter = "type" | "ending";
export type ClientListState = ListState<ClientSortField, ClientFilter>;

export const CLIENT_LIST: ListShape<ClientSortField, ClientFilter> = {
  sortFields: CLIENT_SORT_FIELDS,
  defaultSort: { clientname: 1 },
  filters: ["type", "ending"],
};

const QUERY_KEY = ["clients"] as const;

/** Query for a page of all clients. */
export const clientListQuery = (state: ClientListState) =>
  queryOptions({
    queryKey: [...QUERY_KEY, "list", state],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => {
      const { page, pageSize, search, sort, filters } = state;
      const type = CLIENT_TYPES.find((each) => each === filters.type);
      const filter = { ...(type ? { type } : {}), ...(filters.ending ? { dataToDelete: true } : {}) };
      const query = { page, pagesize: pageSize, sort, filter, ...(search ? { search } : {}) };
      return call(routes.listClients, { query }, { signal });
    },
  });

export const clientQuery = (uuid: string) =>
  queryOptions({
    queryKey: [...QUERY_KEY, "one", uuid],
    queryFn: ({ signal }) => call(routes.getClient, { params: { id: uuid } }, { signal }),
  });

/** Stores a client from the server's response in the cache of every screen, and reloads lists. */
export async function cacheClient(queries: QueryClient, client: ClientView): Promise<void> {
  queries.setQueryData(clientQuery(client.uuid).queryKey, client);
  await queries.invalidateQueries({ queryKey: [...QUERY_KEY, "list"] });
}

/** Removes a deleted client from the cache. */
export async function removeClientFromCache(queries: QueryClient, uuid: string): Promise<void> {
  queries.removeQueries({ queryKey: [...QUERY_KEY, "one", uuid] });
  await queries.invalidateQueries({ queryKey: [...QUERY_KEY, "list"] });
}
