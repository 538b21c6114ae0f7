/**
 * How every screen marks what it shows of before, while what was asked for is on its way: dimmed, with a bar over the page
 * (`global.css`), and busy for those who do not see it.
 * @param isBusy whether anything is on its way; without it, where something is of before.
 * @example <section {...staleMark(list.isPlaceholderData)}>
 */
export const staleMark = (isStale = false, isBusy = isStale) => ({
  "data-stale": isStale,
  "aria-busy": isBusy,
});
