import { useEffect } from "react";
import { useSearchParams } from "react-router";
import { useDefaultPageSize } from "../../../lib/user.ts";
import { type ListShape, type ListState, readListAddress, writeListAddress } from "./list-address.ts";

export type ListChange<Field extends string, Filter extends string> = (
  change: Partial<ListState<Field, Filter>>,
) => void;

/** A list's state, kept in its address: it outlives a reload, and Back returns to the list as it was. */
export function useListAddress<Field extends string, Filter extends string>(
  shape: ListShape<Field, Filter>,
): [ListState<Field, Filter>, ListChange<Field, Filter>] {
  const defaultPageSize = useDefaultPageSize();
  const [params, setParams] = useSearchParams();
  const state = readListAddress(params, shape, defaultPageSize);
  // Another search, order, filter or page size begins at its first page.
  const change: ListChange<Field, Filter> = (next) =>
    setParams((before) => writeListAddress(before, { ...state, page: 1, ...next }, shape, defaultPageSize));
  return [state, change];
}

/** Leads to the last page that exists, when the one in the address does not any more. */
export function useExistingPage(
  list: { data: { _size: number } | undefined; isPlaceholderData: boolean },
  state: { page: number; pageSize: number },
  change: (change: { page: number }) => void,
): void {
  const size = list.data?._size ?? 0;
  const lastPage = Math.ceil(size / state.pageSize);
  const isBeyond = !list.isPlaceholderData && size > 0 && state.page > lastPage;
  useEffect(() => {
    if (isBeyond) change({ page: lastPage });
  });
}
