import { type ExitView, routes } from "@shoal/contract";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../lib/session.ts";

const POLL_INTERVAL_MS = 2_000;

/** Query for the client's exported archives, newest first. */
export const exitsQuery = queryOptions({
  queryKey: ["exits"],
  queryFn: ({ signal }) => call(routes.listExits, {}, { signal }),
  refetchInterval: ({ state }) =>
    state.data?.some(({ state: each }: ExitView) => each === "making") ? POLL_INTERVAL_MS : false,
});
