import { MAX_TAG_LENGTH, TAG_SEPARATOR } from "@shoal/contract";

/** The states of a tag in the filter, displayed in blue, green and red (§4). */
export type TagState = "ignored" | "included" | "excluded";
/** The tags that the items of a list must have, and those that they must not have. */
export interface TagFilters {
  included: string[];
  excluded: string[];
}

/** The maximum number of tags in a filter: the API rejects filters with more tags. */
const MAX_FILTER_TAGS = 20;

/** Parses the included and excluded tags from their URL parameters; invalid tags are skipped. */
export function parseTagFilters(included: string, excluded: string): TagFilters {
  const wanted = parseTags(included);
  return { included: wanted, excluded: parseTags(excluded).filter((tag) => !wanted.includes(tag)) };
}

const parseTags = (text: string): string[] =>
  [...new Set(text.split(TAG_SEPARATOR))]
    .filter((tag) => tag !== "" && tag.length <= MAX_TAG_LENGTH)
    .slice(0, MAX_FILTER_TAGS);

export function tagStateOf({ included, excluded }: TagFilters, tag: string): TagState {
  if (included.includes(tag)) return "included";
  return excluded.includes(tag) ? "excluded" : "ignored";
}

/** Returns the filters after a click on a tag: included, then excluded, then ignored again. */
export function cycleTag(filters: TagFilters, tag: string): TagFilters {
  const included = filters.included.filter((other) => other !== tag);
  const excluded = filters.excluded.filter((other) => other !== tag);
  const state = tagStateOf(filters, tag);
  if (state === "ignored") return { included: [...included, tag], excluded };
  return state === "included" ? { included, excluded: [...excluded, tag] } : { included, excluded };
}

const SHOWN_TAG_COUNT = 12;

/**
 * Returns the tags to offer: tags that contain the text, and always the tags in use. Without a text, only a few are offered.
 * @param tags most used first.
 */
export function selectTagsToOffer(
  tags: readonly string[],
  filters: TagFilters,
  view: { text: string; isOpen: boolean },
): { shown: string[]; hiddenCount: number } {
  const set = [...filters.included, ...filters.excluded];
  const all = [...tags, ...set.filter((tag) => !tags.includes(tag))];
  const wanted = view.text.trim().toLowerCase();
  const found = all.filter((tag) => tag.toLowerCase().includes(wanted) || set.includes(tag));
  const shown = view.isOpen ? found : found.filter((tag, at) => at < SHOWN_TAG_COUNT || set.includes(tag));
  return { shown, hiddenCount: found.length - shown.length };
}

/** Whether there are enough tags to need a search field. */
export const hasManyTags = (tags: readonly string[]): boolean => tags.length > SHOWN_TAG_COUNT;
