import type { ExampleFile } from "./examples.ts";
import type { SampleFile } from "./samples.ts";
import type { SnippetName } from "./snippets.ts";

/**
 * A block of a documentation page. In its texts, `code` is in backticks, and [words](address) are links to a documentation page (/doc/…),
 * another screen, or an external site.
 */
export type Block =
  | { kind: "text"; text: string }
  | { kind: "heading"; id: string; text: string }
  | { kind: "list"; items: readonly string[]; isOrdered: boolean }
  | { kind: "code"; snippet: SnippetName }
  | { kind: "sample"; file: SampleFile }
  | { kind: "example"; file: ExampleFile }
  | { kind: "reference" }
  | { kind: "errorCodes" }
  | { kind: "table"; head: readonly string[]; rows: readonly (readonly string[])[] }
  | { kind: "note"; text: string }
  | { kind: "figure"; name: FigureName; text: string }
  | { kind: "bookmarklet"; text: string }
  | { kind: "samples"; text: string };

/** The names of the simplified drawings of screens in `figures.tsx`. */
export type FigureName = "review" | "drawing" | "comparison" | "reviewLink";

export type Page = readonly Block[];

export const text = (words: string): Block => ({ kind: "text", text: words });
/** Returns a heading. @param id names the heading in URLs and is the same in every language. */
export const heading = (id: string, words: string): Block => ({ kind: "heading", id, text: words });
export const list = (...items: string[]): Block => ({ kind: "list", items, isOrdered: false });
export const steps = (...items: string[]): Block => ({ kind: "list", items, isOrdered: true });
export const code = (snippet: SnippetName): Block => ({ kind: "code", snippet });
/** Returns the code of a complete, playable page from `packages/sdk/samples`. */
export const sample = (file: SampleFile): Block => ({ kind: "sample", file });
/** Returns the code of a program that a test runs, from `docs/examples`. */
export const example = (file: ExampleFile): Block => ({ kind: "example", file });
/** Returns the reference of all calls of the API. */
export const reference = (): Block => ({ kind: "reference" });
/** Returns the list of all error codes of the API. */
export const errorCodes = (): Block => ({ kind: "errorCodes" });
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): Block => ({
  kind: "table",
  head,
  rows,
});
/** Returns a drawing. @param words the caption below it. */
export const figure = (name: FigureName, words: string): Block => ({ kind: "figure", name, text: words });
export const note = (words: string): Block => ({ kind: "note", text: words });
/** Returns a link for dragging to the bookmarks bar. @param words its name in the bookmarks bar. */
export const bookmarklet = (words: string): Block => ({ kind: "bookmarklet", text: words });

/** Returns links to the samples with the reader's own key; hidden for readers without a key. */
export const samplesLink = (words: string): Block => ({ kind: "samples", text: words });

/** Returns the searchable text of a block, without the marks for code and links. */
export function searchTextOf(block: Block): string {
  if (block.kind === "list") return block.items.map(withoutMarks).join(" ");
  if (block.kind === "table") return [block.head, ...block.rows].flat().map(withoutMarks).join(" ");
  return "text" in block ? withoutMarks(block.text) : "";
}

const withoutMarks = (words: string): string =>
  parseInline(words)
    .map((part) => part.text)
    .join("");

/** A part of a text: plain text, code, or a link. */
export type Inline = { kind: "plain" | "code"; text: string } | { kind: "link"; text: string; to: string };

const INLINE_MARKUP_PATTERN = /`([^`]+)`|\[([^\]]+)\]\(([^)\s]+)\)/g;

/**
 * Splits a string at its marks.
 * @example parseInline("See `key` in [Errors](/doc/reference/errors)") // plain, code, plain, link
 */
export function parseInline(words: string): Inline[] {
  const parts: Inline[] = [];
  let at = 0;
  for (const match of words.matchAll(INLINE_MARKUP_PATTERN)) {
    const [whole, code, label, to] = match;
    if (match.index > at) parts.push({ kind: "plain", text: words.slice(at, match.index) });
    if (code !== undefined) parts.push({ kind: "code", text: code });
    else if (label !== undefined && to !== undefined) parts.push({ kind: "link", text: label, to });
    at = match.index + whole.length;
  }
  if (at < words.length) parts.push({ kind: "plain", text: words.slice(at) });
  return parts;
}
