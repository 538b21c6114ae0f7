import { routes } from "@shoal/contract";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../lib/session.ts";

/** The keys with which a client's backends call the platform, the oldest first. For managers alone. */
export const apiKeysQuery = (clientUuid: string) =>
  queryOptions({
    queryKey: ["clients", "api-keys", clientUuid],
    queryFn: ({ signal }) => call(routes.listApiKeys, { params: { id: clientUuid } }, { signal }),
  });
