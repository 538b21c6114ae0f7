import { type ResponseOf, routes, type VideoView } from "@shoal/contract";
import { keepPreviousData, type QueryClient, queryOptions } from "@tanstack/react-query";
import { call } from "./session.ts";

export interface VideoListState {
  page: number;
  pageSize: number;
  search: string;
}
type VideoPage = ResponseOf<typeof routes.listVideos>;

const LISTS = ["videos"] as const;
const keyOf = (uuid: string) => ["video", uuid] as const;

/** A page of the library. */
export const videoListQuery = ({ page, pageSize, search }: VideoListState) =>
  queryOptions({
    queryKey: [...LISTS, { page, pageSize, search }],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call(
        routes.listVideos,
        { query: { page, pagesize: pageSize, ...(search ? { search } : {}), sort: { createdAt: -1 } } },
        { signal },
      ),
  });

export const videoQuery = (uuid: string) =>
  queryOptions({
    queryKey: keyOf(uuid),
    queryFn: ({ signal }) => call(routes.getVideo, { params: { id: uuid } }, { signal }),
  });

/** Reads what is on screen again. */
export function readVideosAgain(queries: QueryClient): void {
  void queries.invalidateQueries({ queryKey: LISTS });
  void queries.invalidateQueries({ queryKey: ["video"] });
}

export function readListsAgain(queries: QueryClient): void {
  void queries.invalidateQueries({ queryKey: LISTS });
}

/** Changes one video wherever it is on screen. */
export function patchVideo(
  queries: QueryClient,
  uuid: string,
  change: (video: VideoView) => VideoView,
): void {
  queries.setQueryData<VideoView>(keyOf(uuid), (video) => video && change(video));
  queries.setQueriesData<VideoPage>({ queryKey: LISTS }, (page) => {
    if (!page?._embedded.some((video) => video.uuid === uuid)) return page;
    return {
      ...page,
      _embedded: page._embedded.map((video) => (video.uuid === uuid ? change(video) : video)),
    };
  });
}

/** Takes a deleted video off every screen; lists fill their page up again. */
export function removeVideo(queries: QueryClient, uuid: string): void {
  queries.setQueriesData<VideoPage>({ queryKey: LISTS }, (page) => {
    const rest = page?._embedded.filter((video) => video.uuid !== uuid);
    if (!page || !rest || rest.length === page._embedded.length) return page;
    return { _embedded: rest, _size: page._size - 1 };
  });
  void queries.invalidateQueries({ queryKey: keyOf(uuid) });
  readListsAgain(queries);
}

/** The uuids of all videos that some screen holds. */
export function knownVideos(queries: QueryClient): Set<string> {
  const single = queries.getQueryCache().findAll({ queryKey: ["video"] });
  const lists = queries.getQueriesData<VideoPage>({ queryKey: LISTS });
  return new Set([
    ...single.map((query) => String(query.queryKey[1])),
    ...lists.flatMap(([, page]) => page?._embedded.map((video) => video.uuid) ?? []),
  ]);
}
