/** The largest number of unread messages that the badge shows exactly (§4). */
const SHOWN_MAX = 10;

/** Returns the text of a badge; "" for zero. @example badgeText(11) // "10+" */
export const badgeText = (count: number): string =>
  count <= 0 ? "" : count > SHOWN_MAX ? `${SHOWN_MAX}+` : String(count);
