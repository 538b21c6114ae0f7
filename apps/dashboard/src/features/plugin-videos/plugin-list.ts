import {
  PLUGIN_SORT_FIELDS,
  type PluginListQuery,
  type PluginSortField,
  TAG_SEPARATOR,
} from "@shoal/contract";
import type { ListShape, ListState } from "../../components/ui/table/list-address.ts";
import type { ListChange } from "../../components/ui/table/use-list-address.ts";
import { parseTagFilters, type TagFilters } from "../../components/video/tags/tag-states.ts";

/** The URL parameters of the list, in addition to search, sort and page. */
type FilterName = "tags" | "notags" | "collection" | "hidden";
export type PluginListState = ListState<PluginSortField, FilterName>;
export type PluginListChange = ListChange<PluginSortField, FilterName>;

export const PLUGIN_LIST: ListShape<PluginSortField, FilterName> = {
  sortFields: PLUGIN_SORT_FIELDS,
  defaultSort: { createdAt: -1 },
  filters: ["tags", "notags", "collection", "hidden"],
};

const UUID_PATTERN = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The filters of the list other than the search. */
export interface PluginFilters extends TagFilters {
  /** Uuid of a collection; "" for media in any collection or none. */
  collection: string;
  isHidden: boolean;
}

/** Parses the filters from the URL. Invalid filters are omitted. */
export const parseFilters = ({
  tags,
  notags,
  collection,
  hidden,
}: PluginListState["filters"]): PluginFilters => ({
  ...parseTagFilters(tags, notags),
  collection: UUID_PATTERN.test(collection) ? collection : "",
  isHidden: hidden === "1",
});

/** Writes filters as URL parameters. Filters that are not given are omitted. */
export function toSearchParams({
  included,
  excluded,
  collection,
  isHidden,
}: Partial<PluginFilters>): Partial<PluginListState["filters"]> {
  return {
    ...(included && { tags: included.join(TAG_SEPARATOR) }),
    ...(excluded && { notags: excluded.join(TAG_SEPARATOR) }),
    ...(collection !== undefined && { collection }),
    ...(isHidden !== undefined && { hidden: isHidden ? "1" : "" }),
  };
}

/** The values with which no filter is active. */
export const NO_FILTERS: PluginFilters = { included: [], excluded: [], collection: "", isHidden: false };

/** Whether the list is filtered or searched. */
export const isNarrowed = ({ search, filters }: PluginListState): boolean =>
  search !== "" || Object.values(filters).some((text) => text !== "");

/** Returns the query of the API call for a state of the list. */
export function requestOf({ page, pageSize, search, sort, filters }: PluginListState): PluginListQuery {
  const { included, excluded, collection, isHidden } = parseFilters(filters);
  return {
    page,
    pagesize: pageSize,
    sort,
    ...(search && { search }),
    ...(included.length > 0 && { tags: included }),
    ...(excluded.length > 0 && { excludedTags: excluded }),
    filter: { ...(collection && { collection }), ...(isHidden && { hidden: true }) },
  };
}
