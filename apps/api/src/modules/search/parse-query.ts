import { SEARCH_MAX_TERMS } from "@shoal/contract";
import { readMoment } from "./moments.ts";
import { malformed, unsupported } from "./search-error.ts";
import { requireField } from "./search-fields.ts";
import {
  assertShallow,
  below,
  listOf,
  requireFields,
  requireInteger,
  requireNumber,
  requireObject,
  requireOne,
  requireText,
} from "./search-values.ts";

export type Bound = "gt" | "gte" | "lt" | "lte";
const BOUNDS: readonly Bound[] = ["gt", "gte", "lt", "lte"];

/** What must hold of a session's minute. `sql` is of the table of fields. */
export type Condition =
  | { kind: "and" | "or"; of: Condition[] }
  | { kind: "not"; of: Condition }
  | { kind: "texts"; sql: string; values: string[] }
  | { kind: "numbers"; sql: string; values: number[] }
  /** Names of metrics keys, as `_index` holds them. */
  | { kind: "indices"; names: string[] }
  | { kind: "range"; sql: string; bound: Bound; value: number }
  /** `value` in ms since 1970. */
  | { kind: "time"; bound: Bound; value: number };

export const EVERYTHING: Condition = { kind: "and", of: [] };

interface Place {
  at: string;
  depth: number;
  nowMs: number;
}
const into = ({ at, depth, nowMs }: Place, name: string | number): Place => ({
  ...{ at: below(at, name), depth, nowMs },
});

/** Reads a query of the DSL. @throws SearchError that names what is not supported, and where it stands. */
export function parseQuery(query: unknown, place: Place): Condition {
  assertShallow(place.depth, place.at);
  const [kind, value] = requireOne(query, place.at);
  const inside = into(place, kind);
  switch (kind) {
    case "match_all":
      requireFields(value, inside.at, [], "parameter");
      return EVERYTHING;
    case "bool":
      return parseBool(value, inside);
    case "term":
      return parseTerm(value, inside);
    case "terms":
      return parseTerms(value, inside);
    case "range":
      return parseRange(value, inside);
    default:
      throw unsupported(`query ${kind}`, place.at);
  }
}

const CLAUSES = ["must", "filter", "should", "must_not"] as const;

function parseBool(value: unknown, place: Place): Condition {
  const known = [...CLAUSES, "minimum_should_match"];
  const fields = requireFields(value, place.at, known, "parameter");
  const [must = [], filter = [], should = [], mustNot = []] = CLAUSES.map((name) =>
    parseClause(fields[name], into(place, name)),
  );
  const all = [...must, ...filter, ...mustNot.map((of): Condition => ({ kind: "not", of }))];
  // Beside what must hold, what should merely ranks: there is no rank here.
  const usual = must.length + filter.length === 0 ? 1 : 0;
  const { minimum_should_match: least } = fields;
  const atLeast =
    least === undefined
      ? usual
      : requireInteger(least, below(place.at, "minimum_should_match"), { min: 0, max: 1 });
  return { kind: "and", of: atLeast === 1 && should.length > 0 ? [...all, { kind: "or", of: should }] : all };
}

function parseClause(value: unknown, place: Place): Condition[] {
  if (value === undefined) return [];
  const isList = Array.isArray(value);
  return listOf(value).map((query, index) => {
    const { at, nowMs, depth } = isList ? into(place, index) : place;
    return parseQuery(query, { at, nowMs, depth: depth + 1 });
  });
}

function parseTerm(value: unknown, place: Place): Condition {
  const [name, wanted] = requireOne(value, place.at);
  const inside = into(place, name);
  if (typeof wanted !== "object" || wanted === null) return equals(name, [wanted], inside);
  const fields = requireFields(wanted, inside.at, ["value"], "parameter");
  return equals(name, [fields.value], into(inside, "value"));
}

function parseTerms(value: unknown, place: Place): Condition {
  const [name, wanted] = requireOne(value, place.at);
  const { at } = into(place, name);
  if (!Array.isArray(wanted)) throw malformed(at, "must be a list");
  if (wanted.length > SEARCH_MAX_TERMS) throw malformed(at, `has more than ${SEARCH_MAX_TERMS} values`);
  return equals(name, wanted, into(place, name));
}

function equals(name: string, values: unknown[], { at }: Place): Condition {
  if (name === "_index") return { kind: "indices", names: values.map((value) => requireText(value, at)) };
  const { kind, sql } = requireField(name, at, "text", "number");
  return kind === "text"
    ? { kind: "texts", sql, values: values.map((value) => requireText(value, at)) }
    : { kind: "numbers", sql, values: values.map((value) => requireNumber(value, at)) };
}

function parseRange(value: unknown, place: Place): Condition {
  const [name, bounds] = requireOne(value, place.at);
  const { at, nowMs } = into(place, name);
  const { kind, sql } = requireField(name, at, "date", "number");
  requireObject(bounds, at);
  const known = kind === "date" ? [...BOUNDS, "format"] : BOUNDS;
  const fields = requireFields(bounds, at, known, "parameter");
  assertFormat(fields.format, below(at, "format"));
  const given = BOUNDS.filter((bound) => fields[bound] !== undefined && fields[bound] !== null);
  return {
    kind: "and",
    of: given.map((bound): Condition => {
      const here = below(at, bound);
      if (kind === "number") return { kind: "range", sql, bound, value: requireNumber(fields[bound], here) };
      const isEnd = bound === "gt" || bound === "lte";
      return { kind: "time", bound, value: readMoment(fields[bound], { at: here, nowMs, isEnd }) };
    }),
  };
}

/** Those whose moments are read as if none were named. */
const FORMATS: readonly unknown[] = ["epoch_millis", "strict_date_optional_time", "date_optional_time"];

function assertFormat(format: unknown, at: string): void {
  const parts = typeof format === "string" ? format.split("||") : [format];
  if (format !== undefined && !parts.every((part) => FORMATS.includes(part)))
    throw unsupported(`format ${String(format)}`, at);
}
