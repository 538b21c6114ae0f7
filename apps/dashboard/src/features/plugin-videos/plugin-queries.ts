import { MAX_COLLECTIONS, type PluginListQuery, routes } from "@shoal/contract";
import { keepPreviousData, type QueryClient, queryOptions } from "@tanstack/react-query";
import { PLUGIN_VIDEOS_KEY } from "../../lib/list-keys.ts";
import { call } from "../../lib/session.ts";

/** Query for a page of the client's media on other CDNs. */
export const pluginListQuery = (query: PluginListQuery) =>
  queryOptions({
    queryKey: [PLUGIN_VIDEOS_KEY, "list", query],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => call(routes.listPluginVideos, { query }, { signal }),
  });

/** The polling interval, in ms. Reports arrive once a minute, and no events announce them. */
const POLL_INTERVAL_MS = 60_000;

/** Query for all collections of the client, by name. */
export const collectionsQuery = queryOptions({
  queryKey: [PLUGIN_VIDEOS_KEY, "collections"],
  queryFn: ({ signal }) => call(routes.listCollections, { query: { pagesize: MAX_COLLECTIONS } }, { signal }),
  refetchInterval: POLL_INTERVAL_MS,
});

/** Query for sessions of the last days, by version of the plugin. */
export const pluginVersionsQuery = queryOptions({
  queryKey: [PLUGIN_VIDEOS_KEY, "versions"],
  queryFn: ({ signal }) => call(routes.countPluginVersions, {}, { signal }),
  refetchInterval: POLL_INTERVAL_MS,
});

/** Reloads all displayed data: the list of media, and the collections with their counts. */
export const reloadPluginVideos = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ queryKey: [PLUGIN_VIDEOS_KEY] });
