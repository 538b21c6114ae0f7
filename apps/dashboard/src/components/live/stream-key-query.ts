import { routes } from "@shoal/contract";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../lib/session.ts";

/** Query for the address and key with which encoders publish a live; only editors may load it. */
export const streamKeyQuery = (uuid: string) =>
  queryOptions({
    queryKey: ["video-streamkey", uuid],
    queryFn: ({ signal }) => call(routes.getStreamKey, { params: { id: uuid } }, { signal }),
  });
