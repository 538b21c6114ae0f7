/** Matches excess combining marks: no script needs more than six on a letter, and more of them would cover adjacent lines. */
const EXCESS_MARKS = /(\p{M}{6})\p{M}+/gu;
/** Matches bidirectional overrides, which reverse the text after them and can disguise a file name or link. */
const DIRECTION_OVERRIDES = /[\u202a-\u202e]/gu;
/** Matches invisible characters, except line breaks, tabs, emoji joiners and directional marks. */
const INVISIBLE_CHARACTERS = /(?![\n\t\u200c-\u200f\u2066-\u2069\u{e0020}-\u{e007f}])[\p{Cc}\p{Cf}]/gu;

/**
 * Returns the stored form of a message: line breaks are \n, and nothing can reverse or cover adjacent text. Bidirectional
 * isolates are kept for mixed-direction text; each ends with its line.
 * @example tidyChatText("one\r\ntwo\u202e") // "one\ntwo"
 */
export const tidyChatText = (text: string): string =>
  text
    .replace(/\r\n?/g, "\n")
    .replace(DIRECTION_OVERRIDES, "")
    .replace(INVISIBLE_CHARACTERS, "")
    .replace(EXCESS_MARKS, "$1")
    .trim();
