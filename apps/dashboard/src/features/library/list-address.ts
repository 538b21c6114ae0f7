import { PAGE_SIZES } from "@shoal/contract";
import type { VideoListState } from "../../lib/video-cache.ts";

/** The list's state as its address tells it; what the address does not say, or says wrongly, is the default. */
export function readListState(params: URLSearchParams, defaultPageSize: number): VideoListState {
  const page = Number(params.get("page"));
  const size = Number(params.get("size"));
  return {
    page: Number.isSafeInteger(page) && page >= 1 ? page : 1,
    pageSize: PAGE_SIZES.find((known) => known === size) ?? defaultPageSize,
    search: (params.get("search") ?? "").slice(0, 300),
  };
}

/** The address of a list; defaults are left out. */
export function writeListState(state: VideoListState, defaultPageSize: number): URLSearchParams {
  const params = new URLSearchParams();
  if (state.search) params.set("search", state.search);
  if (state.page > 1) params.set("page", String(state.page));
  if (state.pageSize !== defaultPageSize) params.set("size", String(state.pageSize));
  return params;
}
