import { routes } from "@shoal/contract";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../lib/session.ts";

/** Query for the public keys that verify the streaming tokens of a client's backend, oldest first; only managers may load them. */
export const tokenKeysQuery = (clientUuid: string) =>
  queryOptions({
    queryKey: ["clients", "token-keys", clientUuid],
    queryFn: ({ signal }) => call(routes.listStreamingKeys, { params: { id: clientUuid } }, { signal }),
  });
