import { MAX_SEARCH_CLAUSES } from "@shoal/contract";
import {
  anyTextCondition,
  boundCondition,
  type Condition,
  equalsCondition,
  existsCondition,
  likeCondition,
  MATCH_ALL,
  type QueryPosition,
} from "./conditions.ts";
import { type LuceneToken, tokensOf, type WordToken } from "./lucene-tokens.ts";
import { malformedError } from "./search-error.ts";
import { fieldKind } from "./search-fields.ts";
import { assertShallow } from "./search-values.ts";

export interface QueryStringOptions extends QueryPosition {
  /** Whether all words must match, if no operator is between them. */
  isEveryWordNeeded: boolean;
  /** The field of words that name no field; undefined for any text field. */
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
  if (tokens.length === 0) throw malformedError(at, "is empty");
  const parsing: ParserState = { ...options, tokens, index: 0, clauses: 0 };
  const condition = parseChoices(parsing, field, depth);
  if (parsing.index < tokens.length) throw malformedError(at, "has a ) without its (");
  return condition;
}

interface ParserState extends QueryStringOptions {
  tokens: readonly LuceneToken[];
  index: number;
  clauses: number;
}

const peekKind = ({ tokens, index }: ParserState): LuceneToken["kind"] | undefined => tokens[index]?.kind;

function acceptToken(parsing: ParserState, kind: LuceneToken["kind"]): boolean {
  if (peekKind(parsing) !== kind) return false;
  parsing.index += 1;
  return true;
}

/** Parses the operands of OR. */
function parseChoices(parsing: ParserState, field: string | undefined, depth: number): Condition {
  assertShallow(depth, parsing.at);
  const choices = [parseWords(parsing, field, depth)];
  while (acceptToken(parsing, "OR")) choices.push(parseWords(parsing, field, depth));
  return joinConditions("or", choices);
}

interface SignedClause {
  sign: "+" | "-" | undefined;
  condition: Condition;
}

/** Parses clauses without an operator between them. */
function parseWords(parsing: ParserState, field: string | undefined, depth: number): Condition {
  const clauses = [parseChain(parsing, field, depth)];
  for (let next = peekKind(parsing); next && next !== "OR" && next !== ")"; next = peekKind(parsing))
    clauses.push(parseChain(parsing, field, depth));
  const of = (sign: SignedClause["sign"]) =>
    clauses.filter((clause) => clause.sign === sign).map(({ condition }) => condition);
  const excluded = of("-").map((condition): Condition => ({ kind: "not", of: condition }));
  const needed = [...of("+"), ...(parsing.isEveryWordNeeded ? of(undefined) : [])];
  const wanted = parsing.isEveryWordNeeded ? [] : of(undefined);
  // Alongside required terms, optional terms would only affect scores, which do not exist here.
  const chosen = needed.length === 0 && wanted.length > 0 ? [joinConditions("or", wanted)] : [];
  return joinConditions("and", [...needed, ...chosen, ...excluded]);
}

/** Parses the operands of AND. */
function parseChain(parsing: ParserState, field: string | undefined, depth: number): SignedClause {
  const first = parseSigned(parsing, field, depth);
  const others: SignedClause[] = [];
  while (acceptToken(parsing, "AND")) others.push(parseSigned(parsing, field, depth));
  if (others.length === 0) return first;
  const all = [first, ...others].map(
    ({ sign, condition }): Condition => (sign === "-" ? { kind: "not", of: condition } : condition),
  );
  return { sign: undefined, condition: joinConditions("and", all) };
}

function parseSigned(parsing: ParserState, field: string | undefined, depth: number): SignedClause {
  let sign: SignedClause["sign"];
  for (
    let next = peekKind(parsing);
    next === "+" || next === "-" || next === "NOT";
    next = peekKind(parsing)
  ) {
    parsing.index += 1;
    if (next === "+") sign ??= "+";
    else sign = sign === "-" ? undefined : "-";
  }
  return { sign, condition: parseClause(parsing, field, depth) };
}

function parseClause(parsing: ParserState, field: string | undefined, depth: number): Condition {
  const { at, tokens } = parsing;
  const token = tokens[parsing.index];
  parsing.index += 1;
  parsing.clauses += 1;
  if (parsing.clauses > MAX_SEARCH_CLAUSES)
    throw malformedError(at, `has more than ${MAX_SEARCH_CLAUSES} clauses`);
  switch (token?.kind) {
    case "(": {
      const condition = parseChoices(parsing, field, depth + 1);
      if (!acceptToken(parsing, ")")) throw malformedError(at, "has a ( without its )");
      return condition;
    }
    case "field":
      if (peekKind(parsing) === "field")
        throw malformedError(at, `has no value for ${token.name}: put a colon in quotes`);
      return parseClause(parsing, token.name, depth);
    case "word":
      return wordCondition(token, field, parsing);
    case "range": {
      if (field === undefined) throw malformedError(at, "has a range without a field");
      const ends = token.bounds.map(({ bound, text }) =>
        boundCondition(field, bound, convertToFieldType(field, text), parsing),
      );
      return ends.length === 0 ? existsCondition(field, at) : joinConditions("and", ends);
    }
    default:
      throw malformedError(at, "has an operator with nothing to join");
  }
}

function wordCondition(word: WordToken, field: string | undefined, { at, nowMs }: ParserState): Condition {
  const { text, pattern } = word;
  if (field === "_exists_") return existsCondition(text, at);
  if (field === undefined || field === "*") {
    if (pattern === "%") return MATCH_ALL;
    return anyTextCondition((name) =>
      pattern === undefined ? equalsCondition(name, [text], { at, nowMs }) : likeCondition(name, pattern, at),
    );
  }
  if (pattern !== undefined) return likeCondition(field, pattern, at);
  return equalsCondition(field, [convertToFieldType(field, text)], { at, nowMs });
}

/** Converts a string to the type of the field's values. Invalid strings are reported when the condition is validated. */
const convertToFieldType = (field: string, text: string): string | number =>
  fieldKind(field) === "number" && /^-?\d{1,15}(?:\.\d{1,15})?$/.test(text) ? Number(text) : text;

const joinConditions = (kind: "and" | "or", of: Condition[]): Condition => {
  const [only] = of;
  return only && of.length === 1 ? only : { kind, of };
};
