import type { QueryClient } from "@tanstack/react-query";
import {
  ALERTS_KEY,
  CDN_KEY,
  EXPORT_LINKS_KEY,
  NEWS_KEY,
  PLUGIN_VIDEOS_KEY,
  PROJECTS_KEY,
  SCENE_LISTS_KEY,
  TEAMS_KEY,
} from "./list-keys.ts";
import type { RealtimeSocket } from "./realtime.ts";

/** The time for which changes are gathered, in ms. They arrive in bursts, for example when the scenes of a list become ready. */
const BATCH_DELAY_MS = 250;
const COUNTED_LIST_KEYS = [EXPORT_LINKS_KEY, SCENE_LISTS_KEY] as const;
type ListKey =
  | (typeof COUNTED_LIST_KEYS)[number]
  | typeof PLUGIN_VIDEOS_KEY
  | typeof ALERTS_KEY
  | typeof CDN_KEY
  | typeof PROJECTS_KEY
  | typeof NEWS_KEY
  | typeof TEAMS_KEY;

/** The properties shared by export links and scene lists: both show videos and have view counts. */
interface ListedItem {
  uuid: string;
  video?: { uuid: string };
  scenes?: { video: string }[];
}

/**
 * Keeps export links, scene lists, alerts and media on other CDNs up to date: they are reloaded after reconnecting, and when they or the
 * videos that they show change.
 * @returns a function that stops the updates.
 */
export function subscribeToListUpdates(socket: RealtimeSocket, queries: QueryClient): () => void {
  const changed = new Set<ListKey>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function flush(): void {
    timer = undefined;
    for (const key of changed) void queries.invalidateQueries({ queryKey: [key] });
    changed.clear();
  }
  function markStale(...keys: ListKey[]): void {
    for (const key of keys) changed.add(key);
    if (changed.size > 0) timer ??= setTimeout(flush, BATCH_DELAY_MS);
  }
  const queueVideos = (uuids: readonly string[]) =>
    markStale(
      ...COUNTED_LIST_KEYS.filter((key) =>
        cachedItemsUnder(queries, key).some((shown) => isAbout(shown, uuids)),
      ),
      ...(isInProjects(queries, uuids) ? ([PROJECTS_KEY] as const) : []),
    );

  // Reloads the lists after the first connection too, because the data may have changed since it was loaded, and a completed list gets no
  // further updates.
  socket.on("connect", () =>
    markStale(
      ...COUNTED_LIST_KEYS,
      CDN_KEY,
      PLUGIN_VIDEOS_KEY,
      ALERTS_KEY,
      PROJECTS_KEY,
      TEAMS_KEY,
      NEWS_KEY,
    ),
  );
  socket.on("project.changed", () => markStale(PROJECTS_KEY));
  socket.on("news.changed", () => markStale(NEWS_KEY));
  socket.on("approval.changed", () => markStale(PROJECTS_KEY));
  socket.on("version.added", () => markStale(PROJECTS_KEY));
  socket.on("alignment.ready", () => markStale(PROJECTS_KEY));
  socket.on("carried.changed", () => markStale(PROJECTS_KEY));
  // Reloads projects too, because a change of a team may add people to projects or remove them.
  socket.on("team.changed", () => markStale(TEAMS_KEY, PROJECTS_KEY));
  socket.on("sceneList.changed", () => markStale(SCENE_LISTS_KEY));
  socket.on("exportLinks.changed", () => markStale(EXPORT_LINKS_KEY));
  socket.on("cdnEntries.changed", () => markStale(CDN_KEY));
  socket.on("pluginVideos.changed", () => markStale(PLUGIN_VIDEOS_KEY));
  socket.on("alerts.changed", () => markStale(ALERTS_KEY));
  socket.on("video.changed", ({ uuid }) => queueVideos([uuid]));
  socket.on("video.deleted", ({ uuid }) => queueVideos([uuid]));
  socket.on("video.figures", ({ uuids }) => queueVideos(uuids));
  return () => clearTimeout(timer);
}

/** Returns the items in the cache under a key, from pages and single queries. */
const cachedItemsUnder = (queries: QueryClient, key: ListKey): ListedItem[] =>
  queries
    .getQueriesData<ListedItem | { _embedded: ListedItem[] }>({ queryKey: [key] })
    .flatMap(([, data]) => (data === undefined ? [] : "_embedded" in data ? data._embedded : [data]));

const isAbout = ({ uuid, video, scenes = [] }: ListedItem, uuids: readonly string[]): boolean =>
  [uuid, video?.uuid, ...scenes.map((scene) => scene.video)].some((each) => each && uuids.includes(each));

/** Whether a project or version on screen shows one of the videos. */
const isInProjects = (queries: QueryClient, uuids: readonly string[]): boolean =>
  queries
    .getQueriesData<{ _embedded?: { uuidVideo?: string }[] } | { uuidVideo?: string }[]>({
      queryKey: [PROJECTS_KEY],
    })
    .flatMap(([, data]) => (Array.isArray(data) ? data : (data?._embedded ?? [])))
    .some(({ uuidVideo }) => uuidVideo !== undefined && uuids.includes(uuidVideo));
