import { defaultRangeExtractor, type Range } from "@tanstack/react-virtual";

/**
 * Returns the rows that a virtual list renders: those in view, and rows in which the user is typing, which stay rendered regardless of
 * scrolling.
 * @param kept the indexes of the rows that stay rendered; -1 for a row that is not in the list.
 */
export function visibleRowsWith(range: Range, kept: readonly number[]): number[] {
  const inView = defaultRangeExtractor(range);
  const others = kept.filter((index) => index >= 0 && index < range.count && !inView.includes(index));
  return others.length === 0 ? inView : [...inView, ...others].sort((one, other) => one - other);
}
