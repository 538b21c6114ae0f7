import { type AddressRange, parseRange, readAddress } from "./address-ranges.ts";

/** The bounds of a list's ranges: ascending, disjoint and not adjacent. */
interface RangeBounds<N> {
  from: N[];
  to: N[];
}
interface CompiledList {
  v4: RangeBounds<number>;
  v6: RangeBounds<bigint>;
}

/** Compiled lists, keyed by the identity of the list, so that 50,000 entries are parsed once although rules are resolved every second. */
const compiledLists = new WeakMap<readonly string[], CompiledList>();

/**
 * Returns whether an address is in one of these addresses and CIDR networks, which may overlap. An IPv4 address written as IPv6
 * counts as IPv4.
 * @param ranges parsed once: lists must not be mutated. Invalid entries contain nothing.
 * @example isAddressIn("10.1.2.3", ["10.0.0.0/8"]) // true
 */
export function isAddressIn(address: string, ranges: readonly string[]): boolean {
  if (ranges.length === 0) return false;
  const read = readAddress(address);
  if (!read) return false;
  const { v4, v6 } = compileList(ranges);
  return read.version === 4 ? isWithin(read.value, v4) : isWithin(read.value, v6);
}

/**
 * Returns how much of a network is in these addresses and networks.
 * @param network a network in CIDR notation; the result is "none" if it is invalid.
 * @example shareIn("10.1.2.0/24", ["10.1.2.7", "10.9.0.0/16"]) // "some"
 */
export function shareIn(network: string, ranges: readonly string[]): "all" | "some" | "none" {
  const read = parseRange(network);
  if (!read || ranges.length === 0) return "none";
  const { v4, v6 } = compileList(ranges);
  return read.version === 4 ? shareWithin(read, v4) : shareWithin(read, v6);
}

function shareWithin<N extends number | bigint>(
  network: { from: N; to: N },
  { from, to }: RangeBounds<N>,
): "all" | "some" | "none" {
  const isHit = (index: number) =>
    (from[index] as N) <= network.to && network.from <= (to[index] as N) && index < from.length;
  const before = countUpTo(network.from, from) - 1;
  if (before >= 0 && isHit(before)) return network.to <= (to[before] as N) ? "all" : "some";
  return isHit(before + 1) ? "some" : "none";
}

/** Returns the first entry of the list that contains an address, verbatim. */
export function findRangeOf(address: string, ranges: readonly string[]): string | undefined {
  const read = readAddress(address);
  if (!read || !isAddressIn(address, ranges)) return undefined;
  return ranges.find((written) => {
    const range = parseRange(written);
    return range?.version === read.version && range.from <= read.value && read.value <= range.to;
  });
}

function isWithin<N extends number | bigint>(value: N, { from, to }: RangeBounds<N>): boolean {
  const count = countUpTo(value, from);
  return count > 0 && value <= (to[count - 1] as N);
}

/** Returns how many of the ascending numbers are at most `value`. */
function countUpTo<N extends number | bigint>(value: N, from: readonly N[]): number {
  let low = 0;
  let high = from.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((from[middle] as N) <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}

function compileList(list: readonly string[]): CompiledList {
  const known = compiledLists.get(list);
  if (known) return known;
  const steps = compileInSlices(list);
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}

/** The number of entries that are parsed before yielding: 4 ms for IPv6 networks. */
const ENTRIES_PER_SLICE = 2_000;

/**
 * Parses a new list for `isAddressIn` and similar functions in slices, so that other work can run at each yield. Yields nothing
 * for a list that is already parsed.
 */
export function* compileInSlices(list: readonly string[]): Generator<void, CompiledList> {
  const known = compiledLists.get(list);
  if (known) return known;
  const v4: { from: number; to: number }[] = [];
  const v6: { from: bigint; to: bigint }[] = [];
  for (let from = 0; from < list.length; from += ENTRIES_PER_SLICE) {
    if (from > 0) yield;
    for (const written of list.slice(from, from + ENTRIES_PER_SLICE)) {
      const range = parseRange(written);
      if (range?.version === 4) v4.push(range);
      else if (range) v6.push(range);
    }
  }
  if (list.length > ENTRIES_PER_SLICE) yield;
  const made = {
    v4: mergeRanges<number>(v4, (last) => last + 1),
    v6: mergeRanges<bigint>(v6, (last) => last + 1n),
  };
  compiledLists.set(list, made);
  return made;
}

function mergeRanges<N extends AddressRange["from"]>(
  ranges: { from: N; to: N }[],
  next: (last: N) => N,
): RangeBounds<N> {
  const spans: RangeBounds<N> = { from: [], to: [] };
  const last = () => spans.to.at(-1);
  for (const { from, to } of ranges.toSorted((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0))) {
    const end = last();
    if (end === undefined || from > next(end)) {
      spans.from.push(from);
      spans.to.push(to);
    } else if (to > end) spans.to[spans.to.length - 1] = to;
  }
  return spans;
}
