import { routes } from "@shoal/contract";
import { queryOptions } from "@tanstack/react-query";
import { CHAT_KEY } from "./list-keys.ts";
import { queryClient } from "./queries.ts";
import { call } from "./session.ts";

/** The server pushes each change; this covers pushes that were missed. */
const READ_EVERY_MS = 60_000;

/** The number of messages that the reader has not read, as computed by the server. */
export const chatUnseenQuery = queryOptions({
  queryKey: [CHAT_KEY, "unseen"],
  queryFn: async ({ signal }) => (await call(routes.checkUnseenMessages, {}, { signal })).unseenMessages,
  refetchInterval: READ_EVERY_MS,
  retry: false,
});

/** Stores the unread count that a response includes where the badge reads it. */
export const noteUnseen = (count: number): void =>
  void queryClient.setQueryData(chatUnseenQuery.queryKey, count);
