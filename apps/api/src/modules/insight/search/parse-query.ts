import { MAX_SEARCH_TERMS } from "@shoal/contract";
import {
  boundCondition,
  type Condition,
  equalsCondition,
  escapeLike,
  existsCondition,
  likeCondition,
  MATCH_ALL,
  MATCH_NONE,
  RANGE_BOUNDS,
} from "./conditions.ts";
import { parseQueryString } from "./query-string.ts";
import { malformedError, unsupportedError } from "./search-error.ts";
import { fieldKind, requireField } from "./search-fields.ts";
import {
  assertShallow,
  listOf,
  nestedPath,
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
const nestedContext = ({ at, depth, nowMs }: QueryContext, name: string | number): QueryContext => ({
  at: nestedPath(at, name),
  depth,
  nowMs,
});

/** Parses a query of the DSL. @throws SearchError that names the unsupported part and its path. */
export function parseQuery(query: unknown, place: QueryContext): Condition {
  assertShallow(place.depth, place.at);
  const [kind, value] = requireOne(query, place.at);
  const inside = nestedContext(place, kind);
  switch (kind) {
    case "match_all":
      requireFields(value, inside.at, [], "parameter");
      return MATCH_ALL;
    case "match_none":
      requireFields(value, inside.at, [], "parameter");
      return MATCH_NONE;
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
      return existsCondition(field, nestedPath(inside.at, "field"));
    }
    case "prefix":
      return parseLike(value, inside, (text) => `${escapeLike(text)}%`);
    case "wildcard":
      return parseLike(value, inside, wildcardPattern);
    case "query_string":
      return parseQueryText(value, inside);
    default:
      throw unsupportedError(`query ${kind}`, place.at);
  }
}

const BOOL_CLAUSES = ["must", "filter", "should", "must_not"] as const;

function parseBool(value: unknown, place: QueryContext): Condition {
  const known = [...BOOL_CLAUSES, "minimum_should_match"];
  const fields = requireFields(value, place.at, known, "parameter");
  const [must = [], filter = [], should = [], mustNot = []] = BOOL_CLAUSES.map((name) =>
    parseClause(fields[name], nestedContext(place, name)),
  );
  const all = [...must, ...filter, ...mustNot.map((of): Condition => ({ kind: "not", of }))];
  // Alongside required conditions, optional conditions would only affect scores, which do not exist here.
  const usual = must.length + filter.length === 0 ? 1 : 0;
  const { minimum_should_match: least } = fields;
  const atLeast =
    least === undefined
      ? usual
      : requireInteger(least, nestedPath(place.at, "minimum_should_match"), { min: 0, max: 1 });
  return { kind: "and", of: atLeast === 1 && should.length > 0 ? [...all, { kind: "or", of: should }] : all };
}

function parseClause(value: unknown, place: QueryContext): Condition[] {
  if (value === undefined) return [];
  const isList = Array.isArray(value);
  return listOf(value).map((query, index) => {
    const { at, nowMs, depth } = isList ? nestedContext(place, index) : place;
    return parseQuery(query, { at, nowMs, depth: depth + 1 });
  });
}

/** @param holder the key of the value in an object: `{ "value": 5 }` in a term, `{ "query": 5 }` in a match. */
function parseTerm(value: unknown, place: QueryContext, holder: "value" | "query"): Condition {
  const [name, wanted] = requireOne(value, place.at);
  const inside = nestedContext(place, name);
  if (typeof wanted !== "object" || wanted === null) return equalsCondition(name, [wanted], inside);
  const fields = requireFields(wanted, inside.at, [holder], "parameter");
  return equalsCondition(name, [fields[holder]], nestedContext(inside, holder));
}

function parseLike(value: unknown, place: QueryContext, patternOf: (text: string) => string): Condition {
  const [name, wanted] = requireOne(value, place.at);
  const { at } = nestedContext(place, name);
  requireField(name, at, "text");
  const text = typeof wanted === "object" ? requireFields(wanted, at, ["value"], "parameter").value : wanted;
  return likeCondition(name, patternOf(requireText(text, at)), at);
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
  const inside = nestedContext(place, "query");
  const isKnown = typeof operator === "string" && /^(?:and|or)$/i.test(operator);
  if (!isKnown) throw malformedError(nestedPath(place.at, "default_operator"), "must be AND or OR");
  if (field !== "*") requireField(field, nestedPath(place.at, "default_field"));
  return parseQueryString(requireText(fields.query, inside.at), {
    ...inside,
    field: field === "*" ? undefined : String(field),
    isEveryWordNeeded: operator.toUpperCase() === "AND",
  });
}

function parseTerms(value: unknown, place: QueryContext): Condition {
  const [name, wanted] = requireOne(value, place.at);
  const { at } = nestedContext(place, name);
  if (!Array.isArray(wanted)) throw malformedError(at, "must be a list");
  if (wanted.length > MAX_SEARCH_TERMS) throw malformedError(at, `has more than ${MAX_SEARCH_TERMS} values`);
  return equalsCondition(name, wanted, nestedContext(place, name));
}

/** The names that older tools use for bounds. */
const OLD_BOUNDS = { from: "gte", to: "lte" } as const;

function parseRange(value: unknown, place: QueryContext): Condition {
  const [name, bounds] = requireOne(value, place.at);
  const inside = nestedContext(place, name);
  const { at } = inside;
  requireField(name, at, "date", "number");
  requireObject(bounds, at);
  const known = [
    ...RANGE_BOUNDS,
    ...Object.keys(OLD_BOUNDS),
    ...(fieldKind(name) === "date" ? ["format"] : []),
  ];
  const { format, ...ends } = requireFields(bounds, at, known, "parameter");
  assertFormat(format, nestedPath(at, "format"));
  const given = Object.entries(ends).filter(([, end]) => end !== undefined && end !== null);
  return {
    kind: "and",
    of: given.map(([end, limit]) => {
      const bound = RANGE_BOUNDS.find((each) => each === end) ?? OLD_BOUNDS[end as keyof typeof OLD_BOUNDS];
      return boundCondition(name, bound, limit, nestedContext(inside, end));
    }),
  };
}

/** The date formats that match how dates are parsed anyway. */
const DATE_FORMATS: readonly unknown[] = ["epoch_millis", "strict_date_optional_time", "date_optional_time"];

function assertFormat(format: unknown, at: string): void {
  const parts = typeof format === "string" ? format.split("||") : [format];
  if (format !== undefined && !parts.every((part) => DATE_FORMATS.includes(part)))
    throw unsupportedError(`format ${String(format)}`, at);
}
