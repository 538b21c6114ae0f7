/**
 * Marks outdated content while new content is loading: dimmed, with a bar over the page (`global.css`), and busy for
 * screen readers.
 * @param isBusy whether anything is loading; by default, whether content is outdated.
 * @example <section {...staleMark(list.isPlaceholderData)}>
 */
export const staleMark = (isStale = false, isBusy = isStale) => ({
  "data-stale": isStale,
  "aria-busy": isBusy,
});
