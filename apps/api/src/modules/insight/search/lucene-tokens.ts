import { escapeLike, type RangeBound } from "./conditions.ts";
import { malformedError, unsupportedError } from "./search-error.ts";

/** A word or a quoted text. */
export interface WordToken {
  kind: "word";
  text: string;
  /** The pattern for LIKE; undefined without wildcards. */
  pattern: string | undefined;
  isQuoted: boolean;
}
export interface LuceneRange {
  kind: "range";
  /** The bounds of the range; an open end has no bound. */
  bounds: { bound: RangeBound; text: string }[];
}
export type LuceneToken =
  | WordToken
  | LuceneRange
  | { kind: "field"; name: string }
  | { kind: "(" | ")" | "AND" | "OR" | "NOT" | "+" | "-" };

const WORD_END_CHARACTERS = new Set(' \t\n\r()[]{}"^~:');
const isSpace = (letter: string | undefined) => letter !== undefined && " \t\n\r".includes(letter);

const SIGN_TOKENS: Readonly<Record<string, LuceneToken["kind"]>> = {
  "(": "(",
  ")": ")",
  "+": "+",
  "-": "-",
  "!": "NOT",
};
const UNSUPPORTED_SYNTAX: Readonly<Record<string, string>> = {
  "/": "regular expression",
  "^": "boost",
  "~": "fuzziness",
  "]": "end of a range",
  "}": "end of a range",
  ":": "colon without a field before it",
};

/** Splits a query in Lucene syntax, character by character. @throws SearchError with the position of anything unsupported. */
export function tokensOf(text: string, at: string): LuceneToken[] {
  const reading: TokenizerState = { text, at, index: 0 };
  const tokens: LuceneToken[] = [];
  for (skipSpace(reading); reading.index < text.length; skipSpace(reading)) tokens.push(readToken(reading));
  return tokens;
}

interface TokenizerState {
  text: string;
  at: string;
  index: number;
}

function skipSpace(reading: TokenizerState): void {
  while (isSpace(reading.text[reading.index])) reading.index += 1;
}

function readToken(reading: TokenizerState): LuceneToken {
  const { text, index, at } = reading;
  const letter = text[index] ?? "";
  const pair = text.slice(index, index + 2);
  if (pair === "&&" || pair === "||") {
    reading.index += 2;
    return { kind: pair === "&&" ? "AND" : "OR" };
  }
  const sign = SIGN_TOKENS[letter];
  if (sign !== undefined) {
    reading.index += 1;
    return { kind: sign } as LuceneToken;
  }
  if (letter === "[" || letter === "{") return readRange(reading);
  if (letter === ">" || letter === "<") return readComparison(reading);
  const refused = UNSUPPORTED_SYNTAX[letter];
  if (refused !== undefined) throw unsupportedError(`${refused} (letter ${index + 1})`, at);
  const word = readWord(reading);
  if (word.isQuoted) return word;
  const isPlain = text.slice(index, reading.index) === word.text;
  skipSpace(reading);
  if (text[reading.index] === ":") {
    reading.index += 1;
    return { kind: "field", name: word.text };
  }
  const isOperator = isPlain && OPERATOR_WORDS.has(word.text);
  return isOperator ? ({ kind: word.text } as LuceneToken) : word;
}

const OPERATOR_WORDS = new Set(["AND", "OR", "NOT"]);

function readWord(reading: TokenizerState): WordToken {
  const { text, at, index: start } = reading;
  const isQuoted = text[start] === '"';
  if (isQuoted) reading.index += 1;
  const isEnd = (letter: string | undefined) =>
    letter === undefined || (isQuoted ? letter === '"' : WORD_END_CHARACTERS.has(letter));
  let plain = "";
  let pattern = "";
  let hasWildcard = false;
  let isStar = false;
  for (let letter = text[reading.index]; !isEnd(letter); letter = text[reading.index]) {
    const isEscaped = letter === "\\";
    if (isEscaped) reading.index += 1;
    const meant = text[reading.index];
    if (meant === undefined) throw malformedError(at, "ends with a backslash");
    const wildcard = isEscaped || isQuoted ? undefined : LIKE_WILDCARDS[meant];
    hasWildcard ||= wildcard !== undefined;
    plain += meant;
    // Consecutive stars mean the same as a single star.
    if (wildcard !== "%" || !isStar) pattern += wildcard ?? escapeLike(meant);
    isStar = wildcard === "%";
    reading.index += 1;
  }
  if (isQuoted && text[reading.index] !== '"')
    throw malformedError(at, `has quotes that do not end (letter ${start + 1})`);
  if (isQuoted) reading.index += 1;
  return { kind: "word", text: plain, pattern: hasWildcard ? pattern : undefined, isQuoted };
}

const LIKE_WILDCARDS: Readonly<Record<string, string>> = { "*": "%", "?": "_" };

/** Reads `[a TO b]`, `{a TO b}`, or one bracket of each, where a star leaves an end open. */
function readRange(reading: TokenizerState): LuceneRange {
  const { text, at, index: start } = reading;
  const fault = () =>
    malformedError(at, `has a range that is not of the form [a TO b] (letter ${start + 1})`);
  const first = text[start] === "[" ? "gte" : "gt";
  reading.index += 1;
  const words: WordToken[] = [];
  for (skipSpace(reading); words.length < 3; skipSpace(reading)) words.push(readEnd(reading, fault));
  const [from, to, until] = words;
  const end = text[reading.index];
  if (!from || !until || to?.text !== "TO" || (end !== "]" && end !== "}")) throw fault();
  reading.index += 1;
  const isOpen = ({ text: word, isQuoted }: WordToken) => word === "*" && !isQuoted;
  return {
    kind: "range",
    bounds: [
      ...(isOpen(from) ? [] : [{ bound: first, text: from.text } as const]),
      ...(isOpen(until) ? [] : [{ bound: end === "]" ? "lte" : "lt", text: until.text } as const]),
    ],
  };
}

/** Reads one end of a range, in which the colons of a time need no backslash. */
function readEnd(reading: TokenizerState, fault: () => Error): WordToken {
  const start = reading.index;
  let word = readWord(reading);
  while (!word.isQuoted && reading.text[reading.index] === ":") {
    reading.index += 1;
    const rest = readWord(reading);
    word = { ...word, text: `${word.text}:${rest.text}` };
  }
  if (reading.index === start) throw fault();
  return word;
}

/** Reads `>a`, `>=a`, `<a` or `<=a`. */
function readComparison(reading: TokenizerState): LuceneRange {
  const { text, at, index: start } = reading;
  const isInclusive = text[start + 1] === "=";
  reading.index += isInclusive ? 2 : 1;
  const bound = `${text[start] === ">" ? "gt" : "lt"}${isInclusive ? "e" : ""}` as RangeBound;
  const { text: value } = readEnd(reading, () =>
    malformedError(at, `compares with nothing (letter ${start + 1})`),
  );
  return { kind: "range", bounds: [{ bound, text: value }] };
}
