import { routes } from "@shoal/contract";
import { queryOptions } from "@tanstack/react-query";
import { CHAT_KEY } from "./list-keys.ts";
import { queryClient } from "./queries.ts";
import { call } from "./session.ts";

/** The server pushes each change; this covers pushes that were missed. */
const READ_EVERY_MS = 60_000;

/** How many messages the reader has not read, as the server derives it from what was read. */
export const chatUnseenQuery = queryOptions({
  queryKey: [CHAT_KEY, "unseen"],
  queryFn: async ({ signal }) => (await call(routes.checkUnseenMessages, {}, { signal })).unseenMessages,
  refetchInterval: READ_EVERY_MS,
  retry: false,
});

/** Puts what an answer says beside its own matter where the badge reads it. */
export const noteUnseen = (count: number): void =>
  void queryClient.setQueryData(chatUnseenQuery.queryKey, count);
