import {
  ENCODING_STATUSES,
  type EncodingStatus,
  SORT_FIELDS,
  type SortField,
  TAG_SEPARATOR,
  VIDEO_WARNINGS,
  type VideoWarning,
} from "@shoal/contract";
import type { ListShape, ListState } from "../../components/ui/table/list-address.ts";
import type { ListChange } from "../../components/ui/table/use-list-address.ts";
import { parseTagFilters, type TagFilters } from "../../components/video/tags/tag-states.ts";
import type { VideoListRequest } from "../../lib/video-cache.ts";

/** The URL parameters of the library, in addition to search, sort and page. */
type FilterName = "tags" | "notags" | "type" | "status" | "warnings" | "categories" | "nested";
export type LibraryState = ListState<SortField, FilterName>;
export type LibraryChange = ListChange<SortField, FilterName>;

export const LIBRARY_LIST: ListShape<SortField, FilterName> = {
  sortFields: SORT_FIELDS,
  defaultSort: { createdAt: -1 },
  filters: ["tags", "notags", "type", "status", "warnings", "categories", "nested"],
};

/** The sorts that start in ascending direction. All other sorts start in descending direction (§5). */
const ASCENDING_FIRST: readonly SortField[] = [
  "status",
  "title",
  "author",
  "tags",
  "rebuff",
  "kwhSpent",
  "co2Spent",
  "uploadingETA",
  "encodingETA",
  "type",
];
/** Returns the initial direction of a sort; 1 is ascending. */
export const firstDirectionOf = (field: SortField): 1 | -1 => (ASCENDING_FIRST.includes(field) ? 1 : -1);

/** The ten statuses that can be selected (§5); "segmented" is treated as "encoding" (§4). */
export const STATUS_CHOICES = ENCODING_STATUSES.filter((status) => status !== "segmented");
const VIDEO_TYPES = ["live", "vod"] as const;
const UUID_PATTERN = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** The maximum number of categories that a filter of the API accepts. */
const MAX_CATEGORIES = 50;

/** The filters of the library other than the search. */
export interface LibraryFilters extends TagFilters {
  type: (typeof VIDEO_TYPES)[number] | "";
  statuses: EncodingStatus[];
  warnings: VideoWarning[];
  categories: string[];
  /** Whether recordings are nested under their live, and cuts under their VOD. */
  isNested: boolean;
}

/** Parses the filters from the URL. Invalid filters are omitted. */
export function parseFilters(filters: LibraryState["filters"]): LibraryFilters {
  return {
    ...parseTagFilters(filters.tags, filters.notags),
    type: VIDEO_TYPES.find((type) => type === filters.type) ?? "",
    statuses: parseChoices(filters.status, STATUS_CHOICES),
    warnings: parseChoices(filters.warnings, VIDEO_WARNINGS),
    categories: filters.categories
      .split(",")
      .filter((id) => UUID_PATTERN.test(id))
      .slice(0, MAX_CATEGORIES),
    isNested: filters.nested === "1",
  };
}

const parseChoices = <T extends string>(text: string, known: readonly T[]): T[] => {
  const wanted = text.split(",");
  return known.filter((choice) => wanted.includes(choice));
};

/** Writes filters as URL parameters. Filters that are not given are omitted. */
export function toSearchParams(change: Partial<LibraryFilters>): Partial<LibraryState["filters"]> {
  const { included, excluded, type, statuses, warnings, categories, isNested } = change;
  return {
    ...(included && { tags: included.join(TAG_SEPARATOR) }),
    ...(excluded && { notags: excluded.join(TAG_SEPARATOR) }),
    ...(type !== undefined && { type }),
    ...(statuses && { status: statuses.join(",") }),
    ...(warnings && { warnings: warnings.join(",") }),
    ...(categories && { categories: categories.join(",") }),
    ...(isNested !== undefined && { nested: isNested ? "1" : "" }),
  };
}

/** The values with which no advanced filter is active. */
export const NO_ADVANCED_FILTERS: Partial<LibraryFilters> = {
  type: "",
  statuses: [],
  warnings: [],
  categories: [],
};

/** Whether any advanced filter is active. */
export const hasAdvancedFilters = ({ type, statuses, warnings, categories }: LibraryFilters): boolean =>
  type !== "" || statuses.length + warnings.length + categories.length > 0;

/** Whether the list is filtered or searched. */
export const isNarrowed = (state: LibraryState): boolean => {
  const filters = parseFilters(state.filters);
  const tagCount = filters.included.length + filters.excluded.length;
  return state.search !== "" || tagCount > 0 || hasAdvancedFilters(filters);
};

/** Returns the query of the API call for a state of the library. */
export function requestOf({ page, pageSize, search, sort, filters }: LibraryState): VideoListRequest {
  const { included, excluded, type, statuses, warnings, categories, isNested } = parseFilters(filters);
  return {
    page,
    pagesize: pageSize,
    sort,
    ...(search && { search }),
    ...(included.length > 0 && { tags: included }),
    ...(excluded.length > 0 && { excludedTags: excluded }),
    filter: {
      ...(type && { type }),
      ...(statuses.length > 0 && { status: statuses.flatMap(withSegmented) }),
      ...(warnings.length > 0 && { warnings }),
      ...(categories.length > 0 && { categories }),
      ...(isNested && { isTopLevel: true }),
    },
  };
}

const withSegmented = (status: EncodingStatus): EncodingStatus[] =>
  status === "encoding" ? ["encoding", "segmented"] : [status];
