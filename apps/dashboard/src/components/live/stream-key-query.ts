import { routes } from "@shoal/contract";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../lib/session.ts";

/** The address and key with which encoders publish a live. For editors only. */
export const streamKeyQuery = (uuid: string) =>
  queryOptions({
    queryKey: ["video-streamkey", uuid],
    queryFn: ({ signal }) => call(routes.getStreamKey, { params: { id: uuid } }, { signal }),
  });
