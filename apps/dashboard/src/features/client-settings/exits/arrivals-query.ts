import { type ArrivalView, routes } from "@shoal/contract";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../lib/session.ts";

const POLL_INTERVAL_MS = 2_000;

export const isOpen = ({ state }: Pick<ArrivalView, "state">): boolean =>
  state === "uploading" || state === "checking" || state === "taking";

/** Query for the client's imported archives, newest first. */
export const arrivalsQuery = queryOptions({
  queryKey: ["arrivals"],
  queryFn: ({ signal }) => call(routes.listArrivals, {}, { signal }),
  refetchInterval: ({ state }) => (state.data?.some(isOpen) ? POLL_INTERVAL_MS : false),
});
