/** Keywords that restrict a search to one property (§5). */
export const SEARCH_KEYWORDS = ["title", "tags", "id", "status", "description"] as const;
export type SearchKeyword = (typeof SEARCH_KEYWORDS)[number];

/** Search keywords for media on other CDNs. */
const PLUGIN_SEARCH_KEYWORDS = ["title", "tags", "description"] as const satisfies SearchKeyword[];

/** One condition on a video, with all of its values. */
export interface SearchCriterion<K extends SearchKeyword = SearchKeyword> {
  keyword: K;
  /** The values: at least one, and none is empty. */
  values: string[];
}

/** The maximum number of criteria; more are ignored. */
const MAX_CRITERIA = 20;
const MAX_VALUES = 20;
/** One criterion: any characters but spaces, which quotes can enclose. */
const CRITERION_PATTERN = /(?:"[^"]*"?|[^\s"])+/g;
const VALUE_PATTERN = /(?:"[^"]*"?|[^+"])+/g;

/**
 * Parses a video search as typed: a space separates criteria, `+` separates the values of one, and quotes enclose spaces. Words
 * without a keyword search the title.
 * @example parseVideoSearch('harbour tags:sport+news status:error')
 * // [{ keyword: "title", values: ["harbour"] }, { keyword: "tags", values: ["sport", "news"] }, { keyword: "status", values:
 * ["error"] }]
 */
export const parseVideoSearch = (text: string): SearchCriterion[] => parseSearch(text, SEARCH_KEYWORDS);

/** Parses a search of media on other CDNs, which has fewer keywords: "status:error" is plain text in this search. */
export const parsePluginSearch = (text: string) => parseSearch(text, PLUGIN_SEARCH_KEYWORDS);

function parseSearch<K extends SearchKeyword>(
  text: string,
  keywords: readonly K[],
): SearchCriterion<K | "title">[] {
  const criteria = (text.match(CRITERION_PATTERN) ?? []).map((criterion) =>
    readCriterion(criterion, keywords),
  );
  return criteria.filter(({ values }) => values.length > 0).slice(0, MAX_CRITERIA);
}

function readCriterion<K extends SearchKeyword>(
  text: string,
  keywords: readonly K[],
): SearchCriterion<K | "title"> {
  const colon = text.indexOf(":");
  const named = colon < 0 ? "" : text.slice(0, colon).toLowerCase();
  const keyword = keywords.find((word) => word === named);
  const values = (keyword ? text.slice(colon + 1) : text).match(VALUE_PATTERN) ?? [];
  const bare = values.map((value) => value.replaceAll('"', "").trim()).filter((value) => value !== "");
  return { keyword: keyword ?? "title", values: bare.slice(0, MAX_VALUES) };
}
