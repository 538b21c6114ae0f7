import { TAG_MAX_LENGTH, TAG_SEPARATOR } from "@shoal/contract";

/** The states of a tag: blue, green and red (§4). */
export type TagState = "ignored" | "included" | "excluded";
/** Tags that a list's items must have, and must not have. */
export interface TagFilters {
  included: string[];
  excluded: string[];
}

/** Maximum number of tags in a filter, as in the API. */
const TAGS_MAX = 20;

/** Reads the tags from two URL parameters; invalid ones are skipped. */
export function readTagFilters(included: string, excluded: string): TagFilters {
  const wanted = readTags(included);
  return { included: wanted, excluded: readTags(excluded).filter((tag) => !wanted.includes(tag)) };
}

const readTags = (text: string): string[] =>
  [...new Set(text.split(TAG_SEPARATOR))]
    .filter((tag) => tag !== "" && tag.length <= TAG_MAX_LENGTH)
    .slice(0, TAGS_MAX);

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

const TAGS_SHOWN_INITIALLY = 12;

/**
 * Returns the tags to offer: those that contain the text, at first only a few, and always those in use.
 * @param tags most used first.
 */
export function offerTags(
  tags: readonly string[],
  filters: TagFilters,
  view: { text: string; isOpen: boolean },
): { shown: string[]; hiddenCount: number } {
  const set = [...filters.included, ...filters.excluded];
  const all = [...tags, ...set.filter((tag) => !tags.includes(tag))];
  const wanted = view.text.trim().toLowerCase();
  const found = all.filter((tag) => tag.toLowerCase().includes(wanted) || set.includes(tag));
  const shown = view.isOpen
    ? found
    : found.filter((tag, at) => at < TAGS_SHOWN_INITIALLY || set.includes(tag));
  return { shown, hiddenCount: found.length - shown.length };
}

/** Whether there are enough tags to need a search field. */
export const hasManyTags = (tags: readonly string[]): boolean => tags.length > TAGS_SHOWN_INITIALLY;
