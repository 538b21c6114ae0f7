import { routes } from "@shoal/contract";
import { queryOptions } from "@tanstack/react-query";
import { callInClient } from "../../lib/call-in-client.ts";

/** Query for the sets of STUN and TURN servers of a client, starting with the platform's own set. */
export const iceSetsQuery = (clientUuid: string) =>
  queryOptions({
    queryKey: ["clients", "ices", clientUuid],
    queryFn: ({ signal }) =>
      callInClient(clientUuid)(routes.listIces, { params: { id: clientUuid } }, { signal }),
  });
