import {
  type ExchangeComment,
  type ExchangeTimeline,
  MAX_COMMENT_CHARS,
  MAX_WRITTEN_COMMENTS,
} from "./exchange.types.ts";

/** Stands for a line end where a format has one line for a comment. */
const LINE_MARK = " \u23ce ";
/** Looks like the bar that separates fields of DaVinci Resolve, which would cut the comment off. */
const BAR_MARK = "\u2223";

/** Without what no XML may hold and no editor shows; line ends and tabs stay. */
export function cleanText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll("\r\n", "\n")
    .replaceAll("\r", "\n")
    .replaceAll(/(?![\t\n])[\p{Cc}\ufffe\uffff\u2028\u2029]/gu, "")
    .trim();
}

/** On one line, from which `unfoldText` makes the same text again. */
export const foldText = (text: string): string =>
  cleanText(text).replaceAll("\t", " ").replaceAll("\n", LINE_MARK).replaceAll("|", BAR_MARK);

export const unfoldText = (line: string): string =>
  cleanText(line.replaceAll(LINE_MARK, "\n").replaceAll(BAR_MARK, "|"));

/**
 * Comments in the order of their frames, as edit suites want them.
 * @throws RangeError when there are more than one file carries.
 */
export function sortedComments({ comments }: ExchangeTimeline): ExchangeComment[] {
  if (comments.length > MAX_WRITTEN_COMMENTS)
    throw new RangeError(`${comments.length} comments; a file carries ${MAX_WRITTEN_COMMENTS}`);
  for (const { text } of comments)
    if (text.length > MAX_COMMENT_CHARS)
      throw new RangeError(`A comment has more than ${MAX_COMMENT_CHARS} characters`);
  return comments.toSorted((a, b) => a.range.firstFrame - b.range.firstFrame);
}
