import { SEARCH_MAX_CLAUSES } from "@shoal/contract";
import {
  bounded,
  type Condition,
  EVERYTHING,
  equals,
  exists,
  isLike,
  ofAnyText,
  type Position,
} from "./conditions.ts";
import { type Token, tokensOf, type WordToken } from "./lucene-tokens.ts";
import { malformed } from "./search-error.ts";
import { fieldKind } from "./search-fields.ts";
import { assertShallow } from "./search-values.ts";

export interface QueryStringOptions extends Position {
  /** Whether all words must match, if no operator is between them. */
  isEveryWordNeeded: boolean;
  /** The field of words that name none; undefined for any text. */
  field: string | undefined;
  depth: number;
}

/**
 * Parses a query in Lucene syntax: words and quoted texts, `field:`, wildcards, ranges, groups, AND, OR, NOT, + and -. NOT binds
 * tighter than AND, and AND tighter than OR.
 * @throws SearchError that names anything unsupported.
 */
export function parseQueryString(text: string, options: QueryStringOptions): Condition {
  const { at, field, depth } = options;
  const tokens = tokensOf(text, at);
  if (tokens.length === 0) throw malformed(at, "is empty");
  const parsing: Parsing = { ...options, tokens, index: 0, clauses: 0 };
  const condition = parseChoices(parsing, field, depth);
  if (parsing.index < tokens.length) throw malformed(at, "has a ) without its (");
  return condition;
}

interface Parsing extends QueryStringOptions {
  tokens: readonly Token[];
  index: number;
  clauses: number;
}

const peek = ({ tokens, index }: Parsing): Token["kind"] | undefined => tokens[index]?.kind;

function accept(parsing: Parsing, kind: Token["kind"]): boolean {
  if (peek(parsing) !== kind) return false;
  parsing.index += 1;
  return true;
}

/** Parses the operands of OR. */
function parseChoices(parsing: Parsing, field: string | undefined, depth: number): Condition {
  assertShallow(depth, parsing.at);
  const choices = [parseWords(parsing, field, depth)];
  while (accept(parsing, "OR")) choices.push(parseWords(parsing, field, depth));
  return joined("or", choices);
}

interface Clause {
  sign: "+" | "-" | undefined;
  condition: Condition;
}

/** Parses clauses without an operator between them. */
function parseWords(parsing: Parsing, field: string | undefined, depth: number): Condition {
  const clauses = [parseChain(parsing, field, depth)];
  for (let next = peek(parsing); next && next !== "OR" && next !== ")"; next = peek(parsing))
    clauses.push(parseChain(parsing, field, depth));
  const of = (sign: Clause["sign"]) =>
    clauses.filter((clause) => clause.sign === sign).map(({ condition }) => condition);
  const excluded = of("-").map((condition): Condition => ({ kind: "not", of: condition }));
  const needed = [...of("+"), ...(parsing.isEveryWordNeeded ? of(undefined) : [])];
  const wanted = parsing.isEveryWordNeeded ? [] : of(undefined);
  // Alongside required terms, optional ones would only affect scores, which do not exist here.
  const chosen = needed.length === 0 && wanted.length > 0 ? [joined("or", wanted)] : [];
  return joined("and", [...needed, ...chosen, ...excluded]);
}

/** Parses the operands of AND. */
function parseChain(parsing: Parsing, field: string | undefined, depth: number): Clause {
  const first = parseSigned(parsing, field, depth);
  const others: Clause[] = [];
  while (accept(parsing, "AND")) others.push(parseSigned(parsing, field, depth));
  if (others.length === 0) return first;
  const all = [first, ...others].map(
    ({ sign, condition }): Condition => (sign === "-" ? { kind: "not", of: condition } : condition),
  );
  return { sign: undefined, condition: joined("and", all) };
}

function parseSigned(parsing: Parsing, field: string | undefined, depth: number): Clause {
  let sign: Clause["sign"];
  for (let next = peek(parsing); next === "+" || next === "-" || next === "NOT"; next = peek(parsing)) {
    parsing.index += 1;
    if (next === "+") sign ??= "+";
    else sign = sign === "-" ? undefined : "-";
  }
  return { sign, condition: parseClause(parsing, field, depth) };
}

function parseClause(parsing: Parsing, field: string | undefined, depth: number): Condition {
  const { at, tokens } = parsing;
  const token = tokens[parsing.index];
  parsing.index += 1;
  parsing.clauses += 1;
  if (parsing.clauses > SEARCH_MAX_CLAUSES)
    throw malformed(at, `has more than ${SEARCH_MAX_CLAUSES} clauses`);
  switch (token?.kind) {
    case "(": {
      const condition = parseChoices(parsing, field, depth + 1);
      if (!accept(parsing, ")")) throw malformed(at, "has a ( without its )");
      return condition;
    }
    case "field":
      if (peek(parsing) === "field")
        throw malformed(at, `has no value for ${token.name}: put a colon in quotes`);
      return parseClause(parsing, token.name, depth);
    case "word":
      return wordCondition(token, field, parsing);
    case "range": {
      if (field === undefined) throw malformed(at, "has a range without a field");
      const ends = token.bounds.map(({ bound, text }) => bounded(field, bound, readAs(field, text), parsing));
      return ends.length === 0 ? exists(field, at) : joined("and", ends);
    }
    default:
      throw malformed(at, "has an operator with nothing to join");
  }
}

function wordCondition(word: WordToken, field: string | undefined, { at, nowMs }: Parsing): Condition {
  const { text, pattern } = word;
  if (field === "_exists_") return exists(text, at);
  if (field === undefined || field === "*") {
    if (pattern === "%") return EVERYTHING;
    return ofAnyText((name) =>
      pattern === undefined ? equals(name, [text], { at, nowMs }) : isLike(name, pattern, at),
    );
  }
  if (pattern !== undefined) return isLike(field, pattern, at);
  return equals(field, [readAs(field, text)], { at, nowMs });
}

/** Converts a text to the type of the field's values. Invalid texts are reported when the condition is validated. */
const readAs = (field: string, text: string): string | number =>
  fieldKind(field) === "number" && /^-?\d{1,15}(?:\.\d{1,15})?$/.test(text) ? Number(text) : text;

const joined = (kind: "and" | "or", of: Condition[]): Condition => {
  const [only] = of;
  return only && of.length === 1 ? only : { kind, of };
};
