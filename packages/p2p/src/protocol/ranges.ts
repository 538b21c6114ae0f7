/** Sorted, disjoint, half-open ranges of whole numbers as one flat list: `[from, to, from, to]`. Never changed in place. */
export type Ranges = readonly number[];

export const NO_RANGES: Ranges = [];
/** The end of a range whose end is not known yet. It fits the protocol's 32 bits. */
export const OPEN_END = 0xffff_ffff;

export function hasNumber(ranges: Ranges, value: number): boolean {
  for (let at = 0; at < ranges.length; at += 2) {
    if (value < (ranges[at] ?? 0)) return false;
    if (value < (ranges[at + 1] ?? 0)) return true;
  }
  return false;
}

export function addRange(ranges: Ranges, from: number, to: number): Ranges {
  if (to <= from) return ranges;
  const result: number[] = [];
  let start = from;
  let end = to;
  let isPlaced = false;
  for (let at = 0; at < ranges.length; at += 2) {
    const [low = 0, high = 0] = [ranges[at], ranges[at + 1]];
    if (high < start) result.push(low, high);
    else if (low > end) {
      if (!isPlaced) result.push(start, end);
      isPlaced = true;
      result.push(low, high);
    } else {
      start = Math.min(start, low);
      end = Math.max(end, high);
    }
  }
  if (!isPlaced) result.push(start, end);
  return result;
}

export function removeRange(ranges: Ranges, from: number, to: number): Ranges {
  const result: number[] = [];
  for (let at = 0; at < ranges.length; at += 2) {
    const [low = 0, high = 0] = [ranges[at], ranges[at + 1]];
    if (low < from) result.push(low, Math.min(high, from));
    if (high > to) result.push(Math.max(low, to), high);
  }
  return result;
}

/** Returns the gaps of the ranges within `[from, to)`. */
export function gapsIn(ranges: Ranges, from: number, to: number): Ranges {
  let gaps: Ranges = [from, to];
  for (let at = 0; at < ranges.length; at += 2)
    gaps = removeRange(gaps, ranges[at] ?? 0, ranges[at + 1] ?? 0);
  return to > from ? gaps : NO_RANGES;
}

export function countOf(ranges: Ranges): number {
  let count = 0;
  for (let at = 0; at < ranges.length; at += 2) count += (ranges[at + 1] ?? 0) - (ranges[at] ?? 0);
  return count;
}
