import { routes } from "@shoal/contract";
import { queryOptions } from "@tanstack/react-query";
import { callIn } from "../../../lib/call-in-client.ts";

/** What encoders of a client publish with. */
export const streamKeysQuery = (clientUuid: string) =>
  queryOptions({
    queryKey: ["clients", "streamkeys", clientUuid],
    queryFn: ({ signal }) =>
      callIn(clientUuid)(routes.listStreamKeys, { params: { id: clientUuid } }, { signal }),
  });
