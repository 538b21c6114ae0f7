import { routes } from "@shoal/contract";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "../../../lib/session.ts";

/** The beginning of the names of all that was read of a client's keys. */
export const apiKeysKey = (clientUuid: string) => ["clients", "api-keys", clientUuid];

export interface ApiKeyPage {
  page: number;
  pageSize: number;
  search: string;
}

/** The keys with which a client's backends call the platform, the newest first. For managers alone. */
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
