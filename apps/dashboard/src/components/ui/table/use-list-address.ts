import { useEffect, useRef } from "react";
import { useSearchParams } from "react-router";
import { useDefaultPageSize } from "../../../lib/user.ts";
import {
  type Change,
  type ListShape,
  type ListState,
  parseListAddress,
  partsOf,
  toListAddress,
} from "./list-address.ts";

/**
 * Changes parts of the state; omitted filters stay unchanged. With `replace`, the change replaces the history entry, and Back does not
 * return to the previous state.
 */
export type ListChange<Field extends string, Filter extends string> = (
  change: Partial<Omit<ListState<Field, Filter>, "filters">> & { filters?: Change<Record<Filter, string>> },
  options?: { replace: boolean },
) => void;

/** Keeps the state of a list in its URL, so that it survives a reload and Back restores it. */
export function useListAddress<Field extends string, Filter extends string>(
  shape: ListShape<Field, Filter>,
): [ListState<Field, Filter>, ListChange<Field, Filter>] {
  const defaultPageSize = useDefaultPageSize();
  const [params, setParams] = useSearchParams();
  // The router applies a new URL asynchronously. Changes start from the latest requested URL, so that a second change does not undo the
  // first.
  const latest = useRef(params);
  const underWay = useRef<string[]>([]);
  useEffect(() => {
    const place = underWay.current.indexOf(params.toString());
    underWay.current = place === -1 ? [] : underWay.current.slice(place + 1);
    if (underWay.current.length === 0) latest.current = params;
  }, [params]);
  const change: ListChange<Field, Filter> = ({ filters = {}, ...rest }, options) => {
    const before = parseListAddress(latest.current, shape, defaultPageSize);
    // Changing the search, order, filter or page size returns to the first page.
    const state = {
      ...before,
      page: 1,
      ...rest,
      filters: { ...before.filters, ...partsOf(filters, before.filters) },
    };
    latest.current = toListAddress(latest.current, state, shape, defaultPageSize);
    underWay.current.push(latest.current.toString());
    setParams(latest.current, options);
  };
  return [parseListAddress(params, shape, defaultPageSize), change];
}

/** Redirects to the last existing page if the page in the URL no longer exists; Back skips both URLs. */
export function useExistingPage(
  list: { data: { _size: number } | undefined; isPlaceholderData: boolean },
  state: { page: number; pageSize: number },
  change: (change: { page: number }, options: { replace: boolean }) => void,
): void {
  const size = list.data?._size ?? 0;
  const lastPage = Math.ceil(size / state.pageSize);
  const isBeyond = !list.isPlaceholderData && size > 0 && state.page > lastPage;
  useEffect(() => {
    if (isBeyond) change({ page: lastPage }, { replace: true });
  });
}
