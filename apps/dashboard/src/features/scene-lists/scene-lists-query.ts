import { type ResponseOf, routes, SCENE_LIST_SORT_FIELDS, type SceneListView } from "@shoal/contract";
import { keepPreviousData, type QueryClient, queryOptions } from "@tanstack/react-query";
import type { ListShape, ListState } from "../../components/ui/table/list-address.ts";
import { SCENE_LISTS_KEY } from "../../lib/list-keys.ts";
import { call } from "../../lib/session.ts";

export type SceneListSortField = (typeof SCENE_LIST_SORT_FIELDS)[number];
export type SceneListsState = ListState<SceneListSortField, never>;

export const SCENE_LISTS: ListShape<SceneListSortField, never> = {
  sortFields: SCENE_LIST_SORT_FIELDS,
  defaultSort: { createdAt: -1 },
  filters: [],
};

const LISTS_KEY = [SCENE_LISTS_KEY] as const;
type SceneListPage = ResponseOf<typeof routes.listSceneLists>;

/** Query for a page of scene lists. */
export const sceneListsQuery = ({ page, pageSize, search, sort }: SceneListsState) =>
  queryOptions({
    queryKey: [...LISTS_KEY, { page, pageSize, search, sort }],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }): Promise<SceneListPage> => {
      const query = { page, pagesize: pageSize, sort, ...(search ? { search } : {}) };
      return call(routes.listSceneLists, { query }, { signal });
    },
  });

export const sceneListQuery = (uuid: string) =>
  queryOptions({
    queryKey: [...LISTS_KEY, "one", uuid],
    queryFn: ({ signal }) => call(routes.getSceneList, { params: { id: uuid } }, { signal }),
  });

/** Stores a saved list in every screen's cache. */
export async function cacheSceneList(queries: QueryClient, list: SceneListView): Promise<void> {
  queries.setQueryData(sceneListQuery(list.uuid).queryKey, list);
  await queries.invalidateQueries({ queryKey: LISTS_KEY });
}

/** Removes a deleted list from every screen's cache. */
export async function removeFromCache(queries: QueryClient, uuid: string): Promise<void> {
  queries.removeQueries({ queryKey: sceneListQuery(uuid).queryKey });
  await queries.invalidateQueries({ queryKey: LISTS_KEY });
}
