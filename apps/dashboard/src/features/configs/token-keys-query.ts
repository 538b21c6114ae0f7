import { routes } from "@shoal/contract";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../lib/session.ts";

/** The public keys with which a client's backend signs who may watch, the oldest first. For managers alone. */
export const tokenKeysQuery = (clientUuid: string) =>
  queryOptions({
    queryKey: ["clients", "token-keys", clientUuid],
    queryFn: ({ signal }) => call(routes.listStreamingKeys, { params: { id: clientUuid } }, { signal }),
  });
