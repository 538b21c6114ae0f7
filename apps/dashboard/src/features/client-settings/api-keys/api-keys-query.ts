import { routes, type StatusClass } from "@shoal/contract";
import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "../../../lib/session.ts";

/** Returns the key prefix of all cached data about a client's API keys. */
export const apiKeysKey = (clientUuid: string) => ["clients", "api-keys", clientUuid];

interface ApiKeyPage {
  page: number;
  pageSize: number;
  search: string;
}

/** Query for the API keys of a client's backends, newest first; only managers may load them. */
export const apiKeysQuery = (clientUuid: string, { page, pageSize, search }: ApiKeyPage) =>
  queryOptions({
    queryKey: [...apiKeysKey(clientUuid), page, pageSize, search],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call(
        routes.listApiKeys,
        { params: { id: clientUuid }, query: { page, pagesize: pageSize, ...(search ? { search } : {}) } },
        { signal },
      ),
  });

interface KeyCallsFilter {
  status: StatusClass | undefined;
  requestId: string | undefined;
}

/** Query for the calls of a key, newest first. */
export const keyCallsQuery = (id: string, key: string, { status, requestId }: KeyCallsFilter) =>
  infiniteQueryOptions({
    queryKey: [...apiKeysKey(id), key, "calls", status, requestId],
    placeholderData: keepPreviousData,
    queryFn: ({ pageParam: before, signal }) =>
      call(
        routes.listKeyCalls,
        {
          params: { id, key },
          query: {
            ...(status ? { status } : {}),
            ...(requestId ? { requestId } : {}),
            ...(before === null ? {} : { before }),
          },
        },
        { signal },
      ),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
  });
