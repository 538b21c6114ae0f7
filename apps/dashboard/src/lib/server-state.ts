import { routes } from "@shoal/contract";
import { queryOptions } from "@tanstack/react-query";
import { call } from "./session.ts";

/** A full disk raises no event: pages that show work in progress poll for it. */
const POLL_INTERVAL_MS = 30_000;

/** The server's state. All components that show it share one request. */
export const serverStateQuery = queryOptions({
  queryKey: ["server-state"],
  staleTime: POLL_INTERVAL_MS / 2,
  refetchInterval: POLL_INTERVAL_MS,
  queryFn: () => call(routes.getStatus, {}),
});
