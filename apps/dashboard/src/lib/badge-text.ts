/** §4: the largest exact number of unread messages. */
const SHOWN_MAX = 10;

/** The text of a badge: "" for zero. @example badgeText(11) // "10+" */
export const badgeText = (count: number): string =>
  count <= 0 ? "" : count > SHOWN_MAX ? `${SHOWN_MAX}+` : String(count);
