import { routes } from "@shoal/contract";
import { queryOptions } from "@tanstack/react-query";
import { CHAT_KEY } from "./list-keys.ts";
import { queryClient } from "./queries.ts";
import { call } from "./session.ts";

/** The polling interval, in ms. The server pushes each change, but the page may miss pushes. */
const REFETCH_INTERVAL_MS = 60_000;

/** Query for the number of the reader's unread messages, as counted by the server. */
export const chatUnseenQuery = queryOptions({
  queryKey: [CHAT_KEY, "unseen"],
  queryFn: async ({ signal }) => (await call(routes.checkUnseenMessages, {}, { signal })).unseenMessages,
  refetchInterval: REFETCH_INTERVAL_MS,
  retry: false,
});

/** Stores the unread count of a response in the cache, from which the badge reads it. */
export const cacheUnseenCount = (count: number): void =>
  void queryClient.setQueryData(chatUnseenQuery.queryKey, count);
