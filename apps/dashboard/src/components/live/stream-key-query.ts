import { routes } from "@shoal/contract";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../lib/session.ts";

/** Where encoders publish a live, and with which key. For editors alone. */
export const streamKeyQuery = (uuid: string) =>
  queryOptions({
    queryKey: ["video-streamkey", uuid],
    queryFn: ({ signal }) => call(routes.getStreamKey, { params: { id: uuid } }, { signal }),
  });
