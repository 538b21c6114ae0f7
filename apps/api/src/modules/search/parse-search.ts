import { SEARCH_BODY_MAX_BYTES, SEARCH_MAX_HITS } from "@shoal/contract";
import { type Level, parseLevel } from "./parse-aggregations.ts";
import { type Condition, EVERYTHING, parseQuery } from "./parse-query.ts";
import { malformed } from "./search-error.ts";
import { HIT_FIELDS, requireField } from "./search-fields.ts";
import { below, listOf, requireFields, requireInteger, requireOne } from "./search-values.ts";

export interface HitOrder {
  name: string;
  /** Of the table of fields. */
  sql: string;
  isDescending: boolean;
}

/** A search as it is understood. */
export interface SearchPlan {
  condition: Condition;
  level: Level;
  hasAggregations: boolean;
  size: number;
  from: number;
  sort: HitOrder[];
  /** Fields that each hit tells; none for no `_source` at all. */
  source: readonly string[];
}

const USUAL_SIZE = 10;
const SORTS_MAX = 5;
const KNOWN = [
  ...["query", "aggs", "aggregations", "size", "from", "sort", "_source", "track_total_hits"],
] as const;

/**
 * Reads the body of a search.
 * @param at where it stands in the body of the call: "" for all of it.
 * @throws SearchError that names what is not supported, and where it stands.
 */
export function parseSearch(body: unknown, { at, nowMs }: { at: string; nowMs: number }): SearchPlan {
  const fields = requireFields(body, at, KNOWN, "parameter");
  if (JSON.stringify(body).length > SEARCH_BODY_MAX_BYTES)
    throw malformed(at || "body", `is larger than ${SEARCH_BODY_MAX_BYTES} bytes`);
  const { query, size = USUAL_SIZE, from = 0, sort, track_total_hits: isCounted = true } = fields;
  if (typeof isCounted !== "boolean") requireInteger(isCounted, below(at, "track_total_hits"), AT_MOST);
  const plan: SearchPlan = {
    condition:
      query === undefined ? EVERYTHING : parseQuery(query, { at: below(at, "query"), depth: 1, nowMs }),
    level: parseLevel(fields, { at, depth: 1, counted: { aggregations: 0 } }),
    hasAggregations: fields.aggs !== undefined || fields.aggregations !== undefined,
    size: requireInteger(size, below(at, "size"), { min: 0, max: SEARCH_MAX_HITS }),
    from: requireInteger(from, below(at, "from"), { min: 0, max: SEARCH_MAX_HITS }),
    sort: sort === undefined ? [] : parseSort(sort, below(at, "sort")),
    source: parseSource(fields._source, below(at, "_source")),
  };
  if (plan.from + plan.size > SEARCH_MAX_HITS)
    throw malformed(below(at, "from"), `and size must not exceed ${SEARCH_MAX_HITS} together`);
  return plan;
}

const AT_MOST = { min: 0, max: 2 ** 31 - 1 };

function parseSort(value: unknown, at: string): HitOrder[] {
  const given = listOf(value);
  if (given.length > SORTS_MAX) throw malformed(at, `has more than ${SORTS_MAX} fields`);
  return given.map((each) => {
    if (typeof each === "string") return orderBy(each, "asc", at);
    const [name, direction] = requireOne(each, at);
    if (typeof direction === "string") return orderBy(name, direction, at);
    const { order } = requireFields(direction, below(at, name), ["order"], "parameter");
    return orderBy(name, order, at);
  });
}

function orderBy(name: string, direction: unknown, at: string): HitOrder {
  if (direction !== "asc" && direction !== "desc") throw malformed(below(at, name), "must be asc or desc");
  return { name, sql: requireField(name, at).sql, isDescending: direction === "desc" };
}

function parseSource(value: unknown, at: string): readonly string[] {
  if (value === undefined || value === true) return HIT_FIELDS;
  if (value === false) return [];
  return listOf(value).map((name) => {
    requireField(name, at);
    return String(name);
  });
}
