import { MAX_PAGE_SIZE, type ResponseOf, routes, type VideoListQuery, type VideoView } from "@shoal/contract";
import { keepPreviousData, type QueryClient, queryOptions } from "@tanstack/react-query";
import { call } from "./session.ts";

/** The query parameters of a list of videos. */
export type VideoListRequest = Partial<VideoListQuery>;
/** A page of the library as the server sends it. */
export type VideoPage = ResponseOf<typeof routes.listVideos>;

const LISTS_KEY = ["videos"] as const;
const videoKeyOf = (uuid: string) => ["video", uuid] as const;

/** The polling interval in ms, for networks in which pushed changes do not arrive (§9). */
const LIST_REFRESH_INTERVAL_MS = 300_000;

/** Query for a page of the library. */
export const videoListQuery = (query: VideoListRequest) =>
  queryOptions({
    queryKey: [...LISTS_KEY, query],
    placeholderData: keepPreviousData,
    refetchInterval: LIST_REFRESH_INTERVAL_MS,
    queryFn: ({ signal }) => call(routes.listVideos, { query }, { signal }),
  });

const loadChildren = (parent: string, signal: AbortSignal) =>
  call(
    routes.listVideos,
    { query: { pagesize: MAX_PAGE_SIZE, sort: { createdAt: -1 }, filter: { parent } } },
    { signal },
  );

/** Query for all videos nested under a video: cuts of a VOD, recordings of a live. */
export const childVideosQuery = (parent: string) =>
  queryOptions({
    queryKey: [...LISTS_KEY, { parent }],
    queryFn: ({ signal }) => loadChildren(parent, signal),
  });

/** Query for the nested videos of several videos; `failed` lists the videos whose children could not be loaded. */
export const childrenOfManyQuery = (parents: string[]) =>
  queryOptions({
    queryKey: [...LISTS_KEY, { parents }],
    enabled: parents.length > 0,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const answers = await Promise.allSettled(parents.map((parent) => loadChildren(parent, signal)));
      signal.throwIfAborted();
      const children = answers.flatMap((answer) =>
        answer.status === "fulfilled" ? answer.value._embedded : [],
      );
      const failed = parents.filter((_, at) => answers[at]?.status === "rejected");
      return { _embedded: children, _size: children.length, failed };
    },
  });

export const videoQuery = (uuid: string) =>
  queryOptions({
    queryKey: videoKeyOf(uuid),
    queryFn: ({ signal }) => call(routes.getVideo, { params: { id: uuid } }, { signal }),
  });

/** Reloads the videos on screen. */
export function reloadVideos(queries: QueryClient): void {
  void queries.invalidateQueries({ queryKey: LISTS_KEY });
  void queries.invalidateQueries({ queryKey: ["video"] });
}

export function reloadLists(queries: QueryClient): void {
  void queries.invalidateQueries({ queryKey: LISTS_KEY });
}

/** Updates one video in the cached data of every screen. */
export function patchVideo(
  queries: QueryClient,
  uuid: string,
  change: (video: VideoView) => VideoView,
): void {
  patchVideos(queries, new Map([[uuid, change]]));
}

/** Updates videos in the cached data of every screen. Each list is updated only once, because many changes arrive together. */
export function patchVideos(
  queries: QueryClient,
  changes: ReadonlyMap<string, (video: VideoView) => VideoView>,
): void {
  const changed = (video: VideoView) => changes.get(video.uuid)?.(video) ?? video;
  for (const uuid of changes.keys()) patchCached<VideoView>(queries, videoKeyOf(uuid), changed);
  patchCached<VideoPage>(queries, LISTS_KEY, (page) =>
    page._embedded.some((video) => changes.has(video.uuid))
      ? { ...page, _embedded: page._embedded.map(changed) }
      : page,
  );
}

/**
 * Updates cached data without marking it fresh: stale data is still refetched, even if no screen currently shows it.
 * @param change returns the same object if nothing changes.
 */
function patchCached<Kept>(
  queries: QueryClient,
  queryKey: readonly string[],
  change: (kept: Kept) => Kept,
): void {
  for (const query of queries.getQueryCache().findAll({ queryKey })) {
    const { data, dataUpdatedAt, isInvalidated } = query.state;
    if (data === undefined) continue;
    const next = change(data as Kept);
    if (next === data) continue;
    query.setData(next, { updatedAt: dataUpdatedAt, manual: true });
    if (isInvalidated) query.invalidate();
  }
}

/** Stores a video from the server's response in the cached data of every screen. */
export function cacheVideo(queries: QueryClient, video: VideoView): VideoView {
  patchVideo(queries, video.uuid, () => video);
  return video;
}

/** Loads the current state of a video. @throws AppError of the call. */
export const loadVideo = async (queries: QueryClient, uuid: string): Promise<VideoView> =>
  cacheVideo(queries, await call(routes.getVideo, { params: { id: uuid } }));

/** Removes a deleted video from the cached data of every screen. Lists are reloaded to fill their pages. */
export function removeVideo(queries: QueryClient, uuid: string): void {
  patchCached<VideoPage>(queries, LISTS_KEY, (page) => {
    const rest = page._embedded.filter((video) => video.uuid !== uuid);
    return rest.length === page._embedded.length ? page : { ...page, _embedded: rest, _size: page._size - 1 };
  });
  void queries.invalidateQueries({ queryKey: videoKeyOf(uuid) });
  void queries.invalidateQueries({ queryKey: ["trash"] });
  reloadLists(queries);
}

/** Returns a video from the cache of any screen. */
export function findCachedVideo(queries: QueryClient, uuid: string): VideoView | undefined {
  const lists = queries.getQueriesData<VideoPage>({ queryKey: LISTS_KEY });
  const listed = lists.flatMap(([, page]) => page?._embedded ?? []).find((video) => video.uuid === uuid);
  return listed ?? queries.getQueryData<VideoView>(videoKeyOf(uuid));
}

/** Returns the uuids of all videos in the cache. */
export function cachedVideoIds(queries: QueryClient): Set<string> {
  const single = queries.getQueryCache().findAll({ queryKey: ["video"] });
  const lists = queries.getQueriesData<VideoPage>({ queryKey: LISTS_KEY });
  return new Set([
    ...single.map((query) => String(query.queryKey[1])),
    ...lists.flatMap(([, page]) => page?._embedded.map((video) => video.uuid) ?? []),
  ]);
}
