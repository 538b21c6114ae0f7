import { routes } from "@shoal/contract";
import { queryOptions } from "@tanstack/react-query";
import { call } from "./session.ts";

/** A full disk raises no event: pages that show work in progress poll for it. */
const POLL_INTERVAL_MS = 30_000;

/** What the server says of itself. All who show it share one question. */
export const serverStateQuery = queryOptions({
  queryKey: ["server-state"],
  staleTime: POLL_INTERVAL_MS / 2,
  refetchInterval: POLL_INTERVAL_MS,
  queryFn: () => call(routes.getStatus, {}),
});
