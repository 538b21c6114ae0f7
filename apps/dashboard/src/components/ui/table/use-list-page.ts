import { type QueryKey, type UseQueryOptions, useQuery } from "@tanstack/react-query";
import type { ListShape, ListState } from "./list-address.ts";
import type { Sort } from "./sort.ts";
import { useExistingPage, useListAddress } from "./use-list-address.ts";
import { type ListedItem, useSelection } from "./use-selection.ts";

/** A page of a list, as the server returns it. */
interface PageResponse<Row> {
  _embedded: readonly Row[];
  /** The total number of matching rows on all pages. */
  _size: number;
}

/**
 * Loads a page of a server-side list whose state is in the URL: search, filters, order and page.
 * @param queryOf the query for a state; it keeps the previous page while the next one loads.
 * @returns `table` for a DataTable, `search` for a SearchField and `selection` for SelectBox and ChosenBar; `size` is undefined
 * until it is known.
 * @example const { table, size } = useListPage(TRASH_LIST, trashQuery);
 */
export function useListPage<
  Field extends string,
  Filter extends string,
  Row,
  Page extends PageResponse<Row>,
  Key extends QueryKey,
>(
  shape: ListShape<Field, Filter>,
  queryOf: (state: ListState<Field, Filter>) => UseQueryOptions<Page, Error, Page, Key>,
) {
  const [state, change] = useListAddress(shape);
  const list = useQuery(queryOf(state));
  useExistingPage(list, state, change);
  const size = list.data?._size;
  return {
    state,
    change,
    list,
    size,
    selection: useSelection<Page["_embedded"][number] & ListedItem>(state),
    search: {
      search: state.search,
      onSearch: (search: string) => change({ search }),
    },
    table: {
      rows: list.data?._embedded as Page["_embedded"] | undefined,
      size: size ?? 0,
      page: state.page,
      pageSize: state.pageSize,
      sort: state.sort,
      onSort: (sort: Sort<Field>) => change({ sort }),
      onPage: change,
      isStale: list.isPlaceholderData,
      error: list.error,
      onRetry: list.refetch,
    },
  };
}
