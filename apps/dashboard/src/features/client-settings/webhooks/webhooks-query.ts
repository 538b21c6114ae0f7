import { routes, type WebhookDeliveryState } from "@shoal/contract";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { call } from "../../../lib/session.ts";

/** Polling interval in ms while messages are pending. */
const POLL_INTERVAL_MS = 2_000;

/** Query for the client's webhooks, oldest first; only managers may load them. */
export const webhooksQuery = queryOptions({
  queryKey: ["webhooks"],
  queryFn: ({ signal }) => call(routes.listWebhooks, {}, { signal }),
  refetchInterval: ({ state }) =>
    state.data?.some(({ waitingCount }) => waitingCount > 0) ? POLL_INTERVAL_MS : false,
});

/** Query for the messages of a webhook, newest first. */
export const deliveriesQuery = (id: string, state: WebhookDeliveryState | undefined) =>
  infiniteQueryOptions({
    queryKey: ["webhooks", id, "deliveries", state ?? "all"],
    queryFn: ({ pageParam: before, signal }) =>
      call(
        routes.listWebhookDeliveries,
        { params: { id }, query: { ...(state ? { state } : {}), ...(before === null ? {} : { before }) } },
        { signal },
      ),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    refetchInterval: ({ state: { data } }) =>
      data?.pages[0]?._embedded.some((each) => each.state === "waiting") ? POLL_INTERVAL_MS : false,
  });

/** Query for one message of a webhook, with its body and the response. */
export const deliveryQuery = (id: string, delivery: number) =>
  queryOptions({
    queryKey: ["webhooks", id, "delivery", delivery],
    queryFn: ({ signal }) => call(routes.getWebhookDelivery, { params: { id, delivery } }, { signal }),
  });
