import { useSearchParams } from "react-router";
import { useDefaultPageSize } from "../../lib/user.ts";
import type { VideoListState } from "../../lib/video-cache.ts";
import { readListState, writeListState } from "./list-address.ts";

/** The list's state, kept in its address. */
export function useListState(): [VideoListState, (change: Partial<VideoListState>) => void] {
  const defaultPageSize = useDefaultPageSize();
  const [params, setParams] = useSearchParams();
  const state = readListState(params, defaultPageSize);
  // Another search or page size begins at its first page.
  const change = (next: Partial<VideoListState>) =>
    setParams(writeListState({ ...state, page: 1, ...next }, defaultPageSize));
  return [state, change];
}
