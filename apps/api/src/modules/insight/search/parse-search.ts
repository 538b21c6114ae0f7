import {
  MAX_SEARCH_BODY_BYTES,
  MAX_SEARCH_HITS,
  MAX_SEARCHES_PER_CALL,
  SEARCH_IDLE_PARAMETERS,
} from "@shoal/contract";
import { type Condition, MATCH_ALL } from "./conditions.ts";
import { type AggregationLevel, parseLevel } from "./parse-aggregations.ts";
import { parseQuery, parseQueryText } from "./parse-query.ts";
import { malformedError, unsupportedError } from "./search-error.ts";
import { FIELD_NAMES, type FieldKind, findFieldNames, HIT_FIELDS, requireField } from "./search-fields.ts";
import {
  listOf,
  nestedPath,
  requireFields,
  requireInteger,
  requireNumber,
  requireObject,
  requireText,
} from "./search-values.ts";

export interface HitOrder {
  name: string;
  kind: FieldKind;
  /** The SQL expression of the field, from the table of fields. */
  sql: string;
  isDescending: boolean;
}
/** A field that each hit returns in addition to its source. */
export interface HitField {
  name: string;
  isEpoch: boolean;
}

/** A parsed search. */
export interface SearchPlan {
  condition: Condition;
  level: AggregationLevel;
  hasAggregations: boolean;
  size: number;
  from: number;
  sort: HitOrder[];
  /** The fields in `_source` of each hit; empty if `_source` is omitted. */
  source: readonly string[];
  fields: readonly HitField[];
  /** The sort values of the hit after which the first hit follows. */
  after: readonly (string | number)[] | undefined;
}

/** Lists the fields that a hit shows. */
export const shownNames = ({ source, fields }: Pick<SearchPlan, "source" | "fields">): string[] => [
  ...new Set([...source, ...fields.map(({ name }) => name)]),
];

const DEFAULT_SIZE = 10;
const MAX_SORTS = 5;
const KNOWN_FIELDS = [
  "query",
  "aggs",
  "aggregations",
  "size",
  "from",
  "sort",
  "search_after",
  "_source",
  "fields",
  "docvalue_fields",
  "script_fields",
  "highlight",
  "track_total_hits",
] as const;

export interface SearchReading {
  /** The path of the search within the call's body; "" if the search is the whole body. */
  at: string;
  nowMs: number;
  /** The parameters of a `query_string` query from the address. */
  q?: Record<string, unknown> | undefined;
}

/** Parses the body of a search. @throws SearchError that names the unsupported part and its path. */
export function parseSearch(body: unknown, reading: SearchReading): SearchPlan {
  const { at, nowMs } = reading;
  const fields = requireFields(body, at, KNOWN_FIELDS, "parameter");
  assertSmall(body, at);
  const {
    size = DEFAULT_SIZE,
    from = 0,
    sort,
    search_after: after,
    track_total_hits: isCounted = true,
  } = fields;
  if (typeof isCounted !== "boolean")
    requireInteger(isCounted, nestedPath(at, "track_total_hits"), INTEGER_RANGE);
  assertNothingAdded(fields, at);
  const order = sort === undefined ? [] : parseSort(sort, nestedPath(at, "sort"));
  const plan: SearchPlan = {
    condition: parseCondition(fields.query, reading),
    level: parseLevel(fields, { at, depth: 1, nowMs, counted: { aggregations: 0 } }),
    hasAggregations: fields.aggs !== undefined || fields.aggregations !== undefined,
    size: requireInteger(size, nestedPath(at, "size"), { min: 0, max: MAX_SEARCH_HITS }),
    from: requireInteger(from, nestedPath(at, "from"), { min: 0, max: MAX_SEARCH_HITS }),
    sort: order,
    source: parseSource(fields._source, nestedPath(at, "_source")),
    fields: [
      ...parseHitFields(fields.fields, nestedPath(at, "fields")),
      ...parseHitFields(fields.docvalue_fields, nestedPath(at, "docvalue_fields")),
    ],
    after: after === undefined ? undefined : parseAfter(after, order, nestedPath(at, "search_after")),
  };
  if (plan.from + plan.size > MAX_SEARCH_HITS)
    throw malformedError(nestedPath(at, "from"), `and size must not exceed ${MAX_SEARCH_HITS} together`);
  if (plan.after && plan.from > 0)
    throw malformedError(nestedPath(at, "from"), "must be 0 beside search_after");
  return plan;
}

/** Parses a body that contains nothing but a query. */
export function parseCount(body: unknown, reading: SearchReading): Condition {
  const { query } = requireFields(body, reading.at, ["query"], "parameter");
  assertSmall(body, reading.at);
  return parseCondition(query, reading);
}

function parseCondition(query: unknown, { at, nowMs, q }: SearchReading): Condition {
  if (q === undefined)
    return query === undefined
      ? MATCH_ALL
      : parseQuery(query, { at: nestedPath(at, "query"), depth: 1, nowMs });
  if (query !== undefined) throw malformedError("q", "is given beside a query in the body");
  return parseQueryText(q, { at: "q", depth: 1, nowMs });
}

function assertSmall(body: unknown, at: string): void {
  let text: string;
  try {
    text = JSON.stringify(body);
  } catch {
    // Deeper nesting would exhaust the stack when the response is written.
    throw malformedError(at || "body", "is nested too deeply");
  }
  if (text.length > MAX_SEARCH_BODY_BYTES)
    throw malformedError(at || "body", `is larger than ${MAX_SEARCH_BODY_BYTES} bytes`);
}

/** Rejects script fields. Highlights must be an object, and are otherwise ignored. */
function assertNothingAdded(
  { script_fields: scripts = {}, highlight = {} }: Record<string, unknown>,
  at: string,
) {
  const place = nestedPath(at, "script_fields");
  if (Object.keys(requireObject(scripts, place)).length > 0) throw unsupportedError("script", place);
  requireObject(highlight, nestedPath(at, "highlight"));
}

const INTEGER_RANGE = { min: 0, max: 2 ** 31 - 1 };

/** The SQL of a unique order of rows: by minute, and by session within a minute. */
const DOC_SQL =
  "toFloat64(intDiv(toUnixTimestamp(minute), 60) * 134217728 + bitAnd(cityHash64(video_uuid, session_uuid), 134217727))";

function parseSort(value: unknown, at: string): HitOrder[] {
  const orders = listOf(value).flatMap((each) =>
    typeof each === "string"
      ? [orderBy(each, "asc", at)]
      : Object.entries(requireObject(each, at)).map(([name, direction]) => parseOrder(name, direction, at)),
  );
  if (orders.length > MAX_SORTS) throw malformedError(at, `has more than ${MAX_SORTS} fields`);
  return orders;
}

function parseOrder(name: string, direction: unknown, at: string): HitOrder {
  if (typeof direction === "string") return orderBy(name, direction, at);
  // Every field exists, so the defaults for unmapped fields are ignored.
  const known = ["order", "unmapped_type"];
  const { order = "asc" } = requireFields(direction, nestedPath(at, name), known, "parameter");
  return orderBy(name, order, at);
}

function orderBy(name: string, direction: unknown, at: string): HitOrder {
  if (direction !== "asc" && direction !== "desc")
    throw malformedError(nestedPath(at, name), "must be asc or desc");
  const isDescending = direction === "desc";
  if (name === "_doc") return { name, isDescending, kind: "number", sql: DOC_SQL };
  const { kind, sql } = requireField(name, at);
  return { name, isDescending, kind, sql };
}

/** Parses the `sort` values of the hit after which the page starts. */
function parseAfter(value: unknown, sort: readonly HitOrder[], at: string): (string | number)[] {
  const values = Array.isArray(value) ? value : [];
  if (sort.length === 0 || values.length !== sort.length)
    throw malformedError(at, "must be a list of as many values as hits are sorted by");
  return sort.map(({ kind }, index) =>
    kind === "text" ? requireText(values[index], at) : requireNumber(values[index], at),
  );
}

function parseSource(value: unknown, at: string): readonly string[] {
  if (value === undefined || value === true) return HIT_FIELDS;
  if (value === false) return [];
  if (typeof value !== "object" || Array.isArray(value)) return findFieldNames(listOf(value), HIT_FIELDS, at);
  const { includes, excludes = [] } = requireFields(value, at, ["includes", "excludes"], "parameter");
  const shown =
    includes === undefined
      ? HIT_FIELDS
      : findFieldNames(listOf(includes), HIT_FIELDS, nestedPath(at, "includes"));
  const hidden = findFieldNames(listOf(excludes), HIT_FIELDS, nestedPath(at, "excludes"));
  return shown.filter((name) => !hidden.includes(name));
}

const FIELD_FORMATS: readonly unknown[] = [
  "strict_date_optional_time_nanos",
  "strict_date_optional_time",
  "date_optional_time",
  "date_time",
];

function parseHitFields(value: unknown, at: string): HitField[] {
  if (value === undefined) return [];
  return listOf(value).flatMap((each, index) => {
    const place = nestedPath(at, index);
    const { field, format } =
      typeof each === "string"
        ? { field: each, format: undefined }
        : requireFields(each, place, ["field", "format"], "parameter");
    const isEpoch = format === "epoch_millis";
    if (format !== undefined && !isEpoch && !FIELD_FORMATS.includes(format))
      throw unsupportedError(`format ${String(format)}`, place);
    return findFieldNames([field], FIELD_NAMES, place).map((name) => ({ name, isEpoch }));
  });
}

/** One search of a call with several. */
export interface SearchLine {
  /** The names of the metrics keys; undefined if the header line names none. */
  key: string | undefined;
  isLenient: boolean;
  body: unknown;
}

/**
 * Parses the body of `_msearch`, which alternates between a line with the index and a line with the search.
 * @throws SearchError for lines that are not JSON, too many lines, or a header without its search.
 */
export function parseSearches(text: unknown): SearchLine[] {
  if (typeof text !== "string") throw malformedError("body", "must be lines of JSON (application/x-ndjson)");
  const lines = text.split("\n").map((line) => line.trim());
  while (lines.at(-1) === "") lines.pop();
  if (lines.length === 0) throw malformedError("body", "has no search");
  if (lines.length % 2 === 1) throw malformedError("body", "has a line for an index without its search");
  if (lines.length > 2 * MAX_SEARCHES_PER_CALL)
    throw malformedError("body", `has more than ${MAX_SEARCHES_PER_CALL} searches`);
  return Array.from({ length: lines.length / 2 }, (_, index) => {
    const [header = "", body = ""] = lines.slice(2 * index, 2 * index + 2);
    return { ...readHeader(header, `line ${2 * index + 1}`), body: readLine(body, `line ${2 * index + 2}`) };
  });
}

function readLine(line: string, at: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw malformedError(at, "is not JSON");
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
    throw malformedError(nestedPath(at, "ignore_unavailable"), "must be true or false");
  if (type !== "query_then_fetch" && type !== "dfs_query_then_fetch")
    throw unsupportedError(`search_type ${String(type)}`, nestedPath(at, "search_type"));
  return { key: index === undefined ? undefined : readIndex(index, nestedPath(at, "index")), isLenient };
}

const readIndex = (index: unknown, at: string): string =>
  Array.isArray(index) ? index.map((each) => requireText(each, at)).join(",") : requireText(index, at);
