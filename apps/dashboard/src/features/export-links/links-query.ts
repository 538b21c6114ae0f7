import { EXPORT_LINK_SORT_FIELDS, type ResponseOf, routes } from "@shoal/contract";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { ListShape, ListState } from "../../components/ui/table/list-address.ts";
import { EXPORT_LINKS_KEY } from "../../lib/list-keys.ts";
import { call } from "../../lib/session.ts";
import { msUntilNextEnd } from "./next-end.ts";

export type LinkSortField = (typeof EXPORT_LINK_SORT_FIELDS)[number];
export type LinkFilter = "state" | "video";
export type LinkListState = ListState<LinkSortField, LinkFilter>;

export const LINK_LIST: ListShape<LinkSortField, LinkFilter> = {
  sortFields: EXPORT_LINK_SORT_FIELDS,
  defaultSort: { createdAt: -1 },
  filters: ["state", "video"],
};
export const LINK_STATE_FILTERS = ["active", "inactive"] as const;

type ExportLinkPage = ResponseOf<typeof routes.listExportLinks>;

/** Query for a page of the client's export links; reloaded when the next link expires, because no event reports the end of a link. */
export const linkListQuery = ({ page, pageSize, search, sort, filters }: LinkListState) =>
  queryOptions({
    queryKey: [EXPORT_LINKS_KEY, page, pageSize, search, sort, filters],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }): Promise<ExportLinkPage> => {
      const state = LINK_STATE_FILTERS.find((each) => each === filters.state);
      const filter = { ...(state ? { state } : {}), ...(filters.video ? { video: filters.video } : {}) };
      const query = { page, pagesize: pageSize, sort, filter, ...(search ? { search } : {}) };
      return call(routes.listExportLinks, { query }, { signal });
    },
    refetchInterval: ({ state: { data } }) => msUntilNextEnd(data, Date.now()),
  });

/** Query for a link with details that lists omit: the sites that the video's rules currently block. */
export const linkQuery = (uuid: string) =>
  queryOptions({
    queryKey: [EXPORT_LINKS_KEY, "one", uuid],
    queryFn: ({ signal }) => call(routes.getExportLink, { params: { id: uuid } }, { signal }),
    // Always reloads, because rules change on other screens and no event reports such changes for links.
    staleTime: 0,
  });
