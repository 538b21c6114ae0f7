import { SEARCH_IDLE_PARAMETERS } from "@shoal/contract";
import { malformedError, unsupportedError } from "./search-error.ts";

type ParameterTexts = Record<string, string>;

/** The parts of a search that the parameters of an address can state. */
export interface AddressParameters {
  /** The fields of the search's body that the parameters replace. */
  fields: Record<string, unknown>;
  /** The parameters of a `query_string` query; undefined if the address has none. */
  q: Record<string, unknown> | undefined;
  /** Whether missing indices are ignored. */
  isLenient: boolean;
  hasTypedKeys: boolean;
  isTotalNumber: boolean;
}

const QUERY_PARAMETERS = ["q", "df", "default_operator", "analyze_wildcard"] as const;
const LIST_PARAMETERS = ["_source_includes", "_source_excludes", "docvalue_fields"] as const;
const SEARCH_PARAMETERS = [
  "size",
  "from",
  "sort",
  "track_total_hits",
  "_source",
  ...LIST_PARAMETERS,
] as const;
const PRESENTATION_PARAMETERS = ["rest_total_hits_as_int", "typed_keys", "search_type"] as const;

/** @throws SearchError that names a parameter that is not supported. */
export function readSearchAddress(query: unknown): AddressParameters {
  const texts = readTexts(query, [
    ...QUERY_PARAMETERS,
    ...SEARCH_PARAMETERS,
    ...PRESENTATION_PARAMETERS,
    "ignore_unavailable",
  ]);
  return { ...readPresentation(texts), fields: fieldsOf(texts), q: readQueryString(texts) };
}

export function readMultiSearchAddress(query: unknown): AddressParameters {
  const texts = readTexts(query, PRESENTATION_PARAMETERS);
  return { ...readPresentation(texts), fields: {}, q: undefined };
}

export function readCountAddress(query: unknown): Pick<AddressParameters, "q" | "isLenient"> {
  const texts = readTexts(query, [...QUERY_PARAMETERS, "ignore_unavailable"]);
  return { q: readQueryString(texts), isLenient: readFlag(texts, "ignore_unavailable") };
}

/**
 * Reads the parameters of a call without hits.
 * @param known the accepted parameters.
 */
export function readPlainAddress(
  query: unknown,
  known: readonly string[],
): { texts: ParameterTexts; isLenient: boolean } {
  const texts = readTexts(query, known);
  return { texts, isLenient: readFlag(texts, "ignore_unavailable") };
}

/**
 * Reads the parameters of an address as texts.
 * @throws SearchError for a parameter that is not known, or is given twice.
 */
function readTexts(query: unknown, known: readonly string[]): ParameterTexts {
  const given = Object.entries((query ?? {}) as Record<string, unknown>);
  const texts = given.flatMap(([name, value]) => {
    if (known.includes(name)) {
      if (typeof value !== "string") throw malformedError(name, "is given more than once");
      return [[name, value] as const];
    }
    if (SEARCH_IDLE_PARAMETERS.some((idle) => idle === name)) return [];
    throw unsupportedError(`parameter ${name}`, name);
  });
  return Object.fromEntries(texts);
}

function readPresentation(texts: ParameterTexts) {
  const { search_type: type = "query_then_fetch" } = texts;
  if (type !== "query_then_fetch" && type !== "dfs_query_then_fetch")
    throw unsupportedError(`search_type ${type}`, "search_type");
  return {
    isLenient: readFlag(texts, "ignore_unavailable"),
    hasTypedKeys: readFlag(texts, "typed_keys"),
    isTotalNumber: readFlag(texts, "rest_total_hits_as_int"),
  };
}

/** Reads a flag as Elasticsearch does: a parameter without a value is true. */
function readFlag(texts: ParameterTexts, name: string): boolean {
  const text = texts[name];
  if (text === undefined || text === "false") return false;
  if (text === "true" || text === "") return true;
  throw malformedError(name, "must be true or false");
}

function readQueryString(texts: ParameterTexts): AddressParameters["q"] {
  const { q, df, default_operator: operator } = texts;
  const odd = QUERY_PARAMETERS.find((name) => name !== "q" && texts[name] !== undefined);
  if (q === undefined) {
    if (odd !== undefined) throw malformedError(odd, "is given without q");
    return undefined;
  }
  readFlag(texts, "analyze_wildcard");
  return {
    query: q,
    ...(df === undefined ? {} : { default_field: df }),
    ...(operator === undefined ? {} : { default_operator: operator }),
  };
}

const listOf = (text: string): string[] =>
  text
    .split(",")
    .map((each) => each.trim())
    .filter((each) => each !== "");

/** Parses a number, which is validated like a number in a body; any other value stays a string. */
const parseNumberOrText = (text: string): number | string => (/^\d{1,10}$/.test(text) ? Number(text) : text);

const PARAMETER_PARSERS: Readonly<Record<string, (text: string) => unknown>> = {
  size: parseNumberOrText,
  from: parseNumberOrText,
  sort: (text) => listOf(text).map(readOrder),
  track_total_hits: (text) => (isFlag(text) ? text !== "false" : parseNumberOrText(text)),
  _source: (text) => (isFlag(text) ? text !== "false" : listOf(text)),
  docvalue_fields: listOf,
};
const isFlag = (text: string) => ["", "true", "false"].includes(text);

/** @example readOrder("timestamp:desc") // { timestamp: "desc" } */
function readOrder(text: string): unknown {
  const end = text.lastIndexOf(":");
  return end < 0 ? text : { [text.slice(0, end)]: text.slice(end + 1) };
}

function fieldsOf(texts: ParameterTexts): Record<string, unknown> {
  const named = Object.entries(texts).flatMap(([name, text]) => {
    const read = PARAMETER_PARSERS[name];
    return read ? [[name, read(text)] as const] : [];
  });
  const { _source_includes: includes, _source_excludes: excludes } = texts;
  if (includes === undefined && excludes === undefined) return Object.fromEntries(named);
  if (texts._source !== undefined && !isFlag(texts._source))
    throw malformedError("_source", "is given beside _source_includes and _source_excludes");
  const source = {
    ...(includes === undefined ? {} : { includes: listOf(includes) }),
    ...(excludes === undefined ? {} : { excludes: listOf(excludes) }),
  };
  return { ...Object.fromEntries(named), _source: source };
}
