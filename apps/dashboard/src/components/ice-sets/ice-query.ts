import { routes } from "@shoal/contract";
import { queryOptions } from "@tanstack/react-query";
import { callInClient } from "../../lib/call-in-client.ts";

/** Query for the sets of STUN and TURN servers of a client, with the platform's own first. */
export const iceSetsQuery = (clientUuid: string) =>
  queryOptions({
    queryKey: ["clients", "ices", clientUuid],
    queryFn: ({ signal }) =>
      callInClient(clientUuid)(routes.listIces, { params: { id: clientUuid } }, { signal }),
  });
