import { type ResponseOf, routes } from "@shoal/contract";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { NEWS_KEY } from "../../lib/list-keys.ts";
import { call } from "../../lib/session.ts";

/** The polling interval, in ms. The server pushes each item, but the page may miss pushes. */
const REFETCH_INTERVAL_MS = 60_000;

export const unreadNewsQuery = queryOptions({
  queryKey: [NEWS_KEY, "unread"],
  queryFn: ({ signal }) => call(routes.countUnreadNews, {}, { signal }),
  refetchInterval: REFETCH_INTERVAL_MS,
  retry: false,
});

type NewsPage = ResponseOf<typeof routes.listNews>;

/** Query for the news, latest first, in pages. */
export const newsListQuery = infiniteQueryOptions({
  queryKey: [NEWS_KEY, "list"],
  queryFn: ({ signal, pageParam }): Promise<NewsPage> =>
    call(routes.listNews, { query: pageParam ? { cursor: pageParam } : {} }, { signal }),
  initialPageParam: "",
  getNextPageParam: ({ next }: NewsPage) => next ?? undefined,
});
