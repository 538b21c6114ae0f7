import {
  type ExchangeComment,
  type ExchangeTimeline,
  MAX_COMMENT_CHARS,
  MAX_WRITTEN_COMMENTS,
} from "./exchange.types.ts";

/** The sign that replaces a line break in formats with one line per comment. */
const LINE_MARK = " \u23ce ";
/** The sign that replaces a bar, which separates fields in DaVinci Resolve and would truncate the comment. */
const BAR_MARK = "\u2223";

/** Removes characters that XML does not allow and editors do not show; line breaks and tabs stay. */
export function cleanText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll("\r\n", "\n")
    .replaceAll("\r", "\n")
    .replaceAll(/(?![\t\n])[\p{Cc}\ufffe\uffff\u2028\u2029]/gu, "")
    .trim();
}

/** Folds a string onto one line, reversible by `unfoldText`. */
export const foldText = (text: string): string =>
  cleanText(text).replaceAll("\t", " ").replaceAll("\n", LINE_MARK).replaceAll("|", BAR_MARK);

export const unfoldText = (line: string): string =>
  cleanText(line.replaceAll(LINE_MARK, "\n").replaceAll(BAR_MARK, "|"));

/**
 * Returns the comments in the order of their frames, as edit suites expect them.
 * @throws RangeError if there are more than a file may contain.
 */
export function sortedComments({ comments }: ExchangeTimeline): ExchangeComment[] {
  if (comments.length > MAX_WRITTEN_COMMENTS)
    throw new RangeError(`${comments.length} comments; a file carries ${MAX_WRITTEN_COMMENTS}`);
  for (const { text } of comments)
    if (text.length > MAX_COMMENT_CHARS)
      throw new RangeError(`A comment has more than ${MAX_COMMENT_CHARS} characters`);
  return comments.toSorted((a, b) => a.range.firstFrame - b.range.firstFrame);
}
