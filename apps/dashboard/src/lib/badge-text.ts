/** The largest number of unread messages that the badge shows exactly (§4). */
const MAX_SHOWN_COUNT = 10;

/** Returns the text of a badge; "" for zero. @example badgeText(11) // "10+" */
export const badgeText = (count: number): string =>
  count <= 0 ? "" : count > MAX_SHOWN_COUNT ? `${MAX_SHOWN_COUNT}+` : String(count);
