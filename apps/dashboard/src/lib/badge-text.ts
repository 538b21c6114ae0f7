/** §4: more unread messages than this are not told apart. */
const SHOWN_MAX = 10;

/** What a badge shows: "" for none. @example badgeText(11) // "10+" */
export const badgeText = (count: number): string =>
  count <= 0 ? "" : count > SHOWN_MAX ? `${SHOWN_MAX}+` : String(count);
