/** Six marks above and below one letter are more than any script needs: others cover the lines beside it. */
const MANY_MARKS = /(\p{M}{6})\p{M}+/gu;
/** They turn what follows, and so make a name of a file or a link read as another one. */
const OVERRIDES = /[\u202a-\u202e]/gu;
/** Invisible characters except line breaks, tabs, joiners of emoji and marks of direction. */
const UNSEEN = /(?![\n\t\u200c-\u200f\u2066-\u2069\u{e0020}-\u{e007f}])[\p{Cc}\p{Cf}]/gu;

/**
 * A message as it is kept: line breaks are \n, nothing turns or covers what stands beside it. Isolates stay, which texts in several
 * directions need; each ends with its line.
 * @example tidyChatText("one\r\ntwo\u202e") // "one\ntwo"
 */
export const tidyChatText = (text: string): string =>
  text.replace(/\r\n?/g, "\n").replace(OVERRIDES, "").replace(UNSEEN, "").replace(MANY_MARKS, "$1").trim();
