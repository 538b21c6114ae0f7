import { SEARCH_IDLE_PARAMETERS, SEARCH_MAX_SEARCHES } from "@shoal/contract";
import { malformed, unsupported } from "./search-error.ts";
import { below, requireFields, requireText } from "./search-values.ts";

/** One search among several. */
export interface SearchLine {
  /** Names of metrics keys; undefined where its line names none. */
  key: string | undefined;
  isLenient: boolean;
  body: unknown;
}

/**
 * Reads the body of `_msearch`: a line with the index, and a line with the search, each.
 * @throws SearchError for lines that are no JSON, too many, or without their search.
 */
export function parseSearches(text: unknown): SearchLine[] {
  if (typeof text !== "string") throw malformed("body", "must be lines of JSON (application/x-ndjson)");
  const lines = text.split("\n").map((line) => line.trim());
  while (lines.at(-1) === "") lines.pop();
  if (lines.length === 0) throw malformed("body", "has no search");
  if (lines.length % 2 === 1) throw malformed("body", "has a line for an index without its search");
  if (lines.length > 2 * SEARCH_MAX_SEARCHES)
    throw malformed("body", `has more than ${SEARCH_MAX_SEARCHES} searches`);
  return Array.from({ length: lines.length / 2 }, (_, index) => {
    const [header = "", body = ""] = lines.slice(2 * index, 2 * index + 2);
    return { ...readHeader(header, `line ${2 * index + 1}`), body: readLine(body, `line ${2 * index + 2}`) };
  });
}

function readLine(line: string, at: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw malformed(at, "is not JSON");
  }
}

const HEADER_FIELDS = ["index", "ignore_unavailable", "search_type", ...SEARCH_IDLE_PARAMETERS];

function readHeader(line: string, at: string): Omit<SearchLine, "body"> {
  const value = line === "" ? {} : readLine(line, at);
  const {
    index,
    ignore_unavailable: isLenient = false,
    search_type: type = "query_then_fetch",
  } = requireFields(value, at, HEADER_FIELDS, "parameter");
  if (typeof isLenient !== "boolean")
    throw malformed(below(at, "ignore_unavailable"), "must be true or false");
  if (type !== "query_then_fetch" && type !== "dfs_query_then_fetch")
    throw unsupported(`search_type ${String(type)}`, below(at, "search_type"));
  return { key: index === undefined ? undefined : readIndex(index, below(at, "index")), isLenient };
}

const readIndex = (index: unknown, at: string): string =>
  Array.isArray(index) ? index.map((each) => requireText(each, at)).join(",") : requireText(index, at);
