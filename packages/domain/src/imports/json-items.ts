/** One value of a JSON array or of newline-delimited JSON, verbatim. */
export interface JsonItem {
  /** The line of the value's first character, from 1. */
  line: number;
  text: string;
}

const OPENING_BRACKETS = new Set(["{", "["]);
const CLOSING_BRACKETS = new Set(["}", "]"]);
const SEPARATOR_PATTERN = /[\s,]/;

/**
 * Yields the values of a JSON array or of newline-delimited JSON (NDJSON) one by one, so that a broken value does not affect the
 * others. Visits each character once.
 * @throws SyntaxError for a string that starts neither with an array nor with an object.
 */
export function* iterateJsonItems(text: string): Generator<JsonItem> {
  let at = 0;
  let line = 1;
  const step = () => {
    if (text[at] === "\n") line += 1;
    at += 1;
  };
  const skip = (isSkipped: RegExp) => {
    while (at < text.length && isSkipped.test(text[at] ?? "")) step();
  };
  skip(/\s/);
  const isArray = text[at] === "[";
  if (!isArray && text[at] !== "{") throw new SyntaxError("Neither an array nor lines of JSON");
  if (isArray) step();
  for (skip(SEPARATOR_PATTERN); at < text.length && !(isArray && text[at] === "]"); skip(SEPARATOR_PATTERN)) {
    const from = at;
    const item = { line, text: "" };
    let depth = 0;
    let isInText = false;
    for (; at < text.length; step()) {
      const sign = text[at] ?? "";
      // JSON strings contain no line breaks: an unclosed quote must not swallow the following lines.
      if (isInText) {
        if (sign === "\\") step();
        else if (sign === '"' || sign === "\n") isInText = false;
      } else if (sign === '"') isInText = true;
      else if (OPENING_BRACKETS.has(sign)) depth += 1;
      else if (CLOSING_BRACKETS.has(sign)) {
        if (depth === 0) break;
        depth -= 1;
        if (depth > 0) continue;
        step();
        break;
      } else if (depth === 0 && sign === ",") break;
    }
    item.text = text.slice(from, at).trim();
    if (at === from) step();
    yield item;
  }
}
