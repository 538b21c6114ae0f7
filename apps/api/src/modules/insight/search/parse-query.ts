import { SEARCH_MAX_TERMS } from "@shoal/contract";
import {
  BOUNDS,
  bounded,
  type Condition,
  EVERYTHING,
  equals,
  escapeLike,
  exists,
  isLike,
  NOTHING,
} from "./conditions.ts";
import { parseQueryString } from "./query-string.ts";
import { malformed, unsupported } from "./search-error.ts";
import { fieldKind, requireField } from "./search-fields.ts";
import {
  assertShallow,
  below,
  listOf,
  requireFields,
  requireInteger,
  requireObject,
  requireOne,
  requireText,
} from "./search-values.ts";

export interface QueryContext {
  at: string;
  depth: number;
  nowMs: number;
}
const into = ({ at, depth, nowMs }: QueryContext, name: string | number): QueryContext => ({
  at: below(at, name),
  depth,
  nowMs,
});

/** Parses a query of the DSL. @throws SearchError that names the unsupported part and its path. */
export function parseQuery(query: unknown, place: QueryContext): Condition {
  assertShallow(place.depth, place.at);
  const [kind, value] = requireOne(query, place.at);
  const inside = into(place, kind);
  switch (kind) {
    case "match_all":
      requireFields(value, inside.at, [], "parameter");
      return EVERYTHING;
    case "match_none":
      requireFields(value, inside.at, [], "parameter");
      return NOTHING;
    case "bool":
      return parseBool(value, inside);
    case "term":
      return parseTerm(value, inside, "value");
    // Texts are indexed as a whole, so that a match is the same as a term.
    case "match":
    case "match_phrase":
      return parseTerm(value, inside, "query");
    case "terms":
      return parseTerms(value, inside);
    case "range":
      return parseRange(value, inside);
    case "exists": {
      const { field } = requireFields(value, inside.at, ["field"], "parameter");
      return exists(field, below(inside.at, "field"));
    }
    case "prefix":
      return parseLike(value, inside, (text) => `${escapeLike(text)}%`);
    case "wildcard":
      return parseLike(value, inside, wildcardPattern);
    case "query_string":
      return parseQueryText(value, inside);
    default:
      throw unsupported(`query ${kind}`, place.at);
  }
}

const CLAUSES = ["must", "filter", "should", "must_not"] as const;

function parseBool(value: unknown, place: QueryContext): Condition {
  const known = [...CLAUSES, "minimum_should_match"];
  const fields = requireFields(value, place.at, known, "parameter");
  const [must = [], filter = [], should = [], mustNot = []] = CLAUSES.map((name) =>
    parseClause(fields[name], into(place, name)),
  );
  const all = [...must, ...filter, ...mustNot.map((of): Condition => ({ kind: "not", of }))];
  // Alongside required conditions, optional ones would only affect scores, which do not exist here.
  const usual = must.length + filter.length === 0 ? 1 : 0;
  const { minimum_should_match: least } = fields;
  const atLeast =
    least === undefined
      ? usual
      : requireInteger(least, below(place.at, "minimum_should_match"), { min: 0, max: 1 });
  return { kind: "and", of: atLeast === 1 && should.length > 0 ? [...all, { kind: "or", of: should }] : all };
}

function parseClause(value: unknown, place: QueryContext): Condition[] {
  if (value === undefined) return [];
  const isList = Array.isArray(value);
  return listOf(value).map((query, index) => {
    const { at, nowMs, depth } = isList ? into(place, index) : place;
    return parseQuery(query, { at, nowMs, depth: depth + 1 });
  });
}

/** @param holder the key of the value in an object: `{ "value": 5 }` in a term, `{ "query": 5 }` in a match. */
function parseTerm(value: unknown, place: QueryContext, holder: "value" | "query"): Condition {
  const [name, wanted] = requireOne(value, place.at);
  const inside = into(place, name);
  if (typeof wanted !== "object" || wanted === null) return equals(name, [wanted], inside);
  const fields = requireFields(wanted, inside.at, [holder], "parameter");
  return equals(name, [fields[holder]], into(inside, holder));
}

function parseLike(value: unknown, place: QueryContext, patternOf: (text: string) => string): Condition {
  const [name, wanted] = requireOne(value, place.at);
  const { at } = into(place, name);
  requireField(name, at, "text");
  const text = typeof wanted === "object" ? requireFields(wanted, at, ["value"], "parameter").value : wanted;
  return isLike(name, patternOf(requireText(text, at)), at);
}

/** @example wildcardPattern("F?*") // "F_%" */
const wildcardPattern = (text: string): string =>
  escapeLike(text).replace(/[*?]/g, (letter) => (letter === "*" ? "%" : "_"));

const QUERY_STRING_FIELDS = [
  "query",
  "default_field",
  "default_operator",
  // Wildcards are always matched, wherever they occur, so this option has no effect.
  "analyze_wildcard",
  "allow_leading_wildcard",
] as const;

/** Parses a query in Lucene syntax with its options, from a body or a URL. */
export function parseQueryText(value: unknown, place: QueryContext): Condition {
  const fields = requireFields(value, place.at, QUERY_STRING_FIELDS, "parameter");
  const { default_field: field = "*", default_operator: operator = "OR" } = fields;
  const inside = into(place, "query");
  const isKnown = typeof operator === "string" && /^(?:and|or)$/i.test(operator);
  if (!isKnown) throw malformed(below(place.at, "default_operator"), "must be AND or OR");
  if (field !== "*") requireField(field, below(place.at, "default_field"));
  return parseQueryString(requireText(fields.query, inside.at), {
    ...inside,
    field: field === "*" ? undefined : String(field),
    isEveryWordNeeded: operator.toUpperCase() === "AND",
  });
}

function parseTerms(value: unknown, place: QueryContext): Condition {
  const [name, wanted] = requireOne(value, place.at);
  const { at } = into(place, name);
  if (!Array.isArray(wanted)) throw malformed(at, "must be a list");
  if (wanted.length > SEARCH_MAX_TERMS) throw malformed(at, `has more than ${SEARCH_MAX_TERMS} values`);
  return equals(name, wanted, into(place, name));
}

/** The names that older tools use for bounds. */
const OLD_BOUNDS = { from: "gte", to: "lte" } as const;

function parseRange(value: unknown, place: QueryContext): Condition {
  const [name, bounds] = requireOne(value, place.at);
  const inside = into(place, name);
  const { at } = inside;
  requireField(name, at, "date", "number");
  requireObject(bounds, at);
  const known = [...BOUNDS, ...Object.keys(OLD_BOUNDS), ...(fieldKind(name) === "date" ? ["format"] : [])];
  const { format, ...ends } = requireFields(bounds, at, known, "parameter");
  assertFormat(format, below(at, "format"));
  const given = Object.entries(ends).filter(([, end]) => end !== undefined && end !== null);
  return {
    kind: "and",
    of: given.map(([end, limit]) => {
      const bound = BOUNDS.find((each) => each === end) ?? OLD_BOUNDS[end as keyof typeof OLD_BOUNDS];
      return bounded(name, bound, limit, into(inside, end));
    }),
  };
}

/** The date formats that match how dates are parsed anyway. */
const FORMATS: readonly unknown[] = ["epoch_millis", "strict_date_optional_time", "date_optional_time"];

function assertFormat(format: unknown, at: string): void {
  const parts = typeof format === "string" ? format.split("||") : [format];
  if (format !== undefined && !parts.every((part) => FORMATS.includes(part)))
    throw unsupported(`format ${String(format)}`, at);
}
