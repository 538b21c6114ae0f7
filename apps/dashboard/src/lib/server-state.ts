import { routes } from "@shoal/contract";
import { queryOptions } from "@tanstack/react-query";
import { call } from "./session.ts";

/** The polling interval, in ms. Pages that show work in progress must poll, because no event reports a full disk. */
const POLL_INTERVAL_MS = 30_000;

/** Query for the server's state. All components that show it share one request. */
export const serverStateQuery = queryOptions({
  queryKey: ["server-state"],
  staleTime: POLL_INTERVAL_MS / 2,
  refetchInterval: POLL_INTERVAL_MS,
  queryFn: () => call(routes.getStatus, {}),
});
