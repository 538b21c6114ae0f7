/** A range of addresses of one network, as 128-bit numbers. The first 2^32 numbers are the IPv4 addresses. */
export interface AddressRange {
  start: bigint;
  /** The last address, which is part of the range. */
  end: bigint;
  /** The index of the record that describes the network. */
  record: number;
}

/** The nodes, each with two references, with the reference for bit 0 first. The first node is the root. */
export interface RangeTree {
  lefts: number[];
  rights: number[];
}

/** The reference of an address whose network is unknown. */
export const NO_REFERENCE = -1;
/** Returns the reference to a record, which is below -1; references to nodes are their indexes. */
const referenceToRecord = (record: number): number => -2 - record;
/** Returns the index of the record that a reference points to, or undefined if it does not point to a record. */
export const recordOfReference = (reference: number): number | undefined =>
  reference <= -2 ? -2 - reference : undefined;

const IPV4_BITS = 32;
/** `::ffff:0:0`, where IPv4 addresses occur a second time. */
const MAPPED_IPV4_START = 0xffff_0000_0000n;

/**
 * Halves the address space until each part lies in one range or in none.
 * @param ranges sorted and without overlaps: see `sortRanges`.
 * @example buildTree([{ start: 0x0a000000n, end: 0x0affffffn, record: 0 }])
 */
export const buildTree = (ranges: readonly AddressRange[]): RangeTree => new TreeBuilder(ranges).tree;

/** A part of the address space with 2^bits addresses, and the ranges that intersect it. */
interface AddressSpacePart {
  start: bigint;
  bits: number;
  from: number;
  until: number;
}

class TreeBuilder {
  readonly tree: RangeTree = { lefts: [], rights: [] };
  readonly #ranges: readonly AddressRange[];
  /** The root of IPv4, which is visited before the place at which IPv4 occurs a second time. */
  #ipv4 = NO_REFERENCE;

  constructor(ranges: readonly AddressRange[]) {
    this.#ranges = ranges;
    this.#refer({ start: 0n, bits: 128, from: 0, until: ranges.length });
  }

  #refer(part: AddressSpacePart): number {
    if (part.bits === IPV4_BITS && part.start === MAPPED_IPV4_START) return this.#ipv4;
    const first = this.#ranges[part.from];
    if (containsMapped(part)) return this.#halve(part);
    if (!first || part.from === part.until) return NO_REFERENCE;
    const reference = isWithin(part, first) ? referenceToRecord(first.record) : this.#halve(part);
    if (part.bits === IPV4_BITS && part.start === 0n) this.#ipv4 = reference;
    return reference;
  }

  #halve({ start, bits, from, until }: AddressSpacePart): number {
    const node = this.tree.lefts.push(NO_REFERENCE) - 1;
    this.tree.rights.push(NO_REFERENCE);
    const middle = start + (1n << BigInt(bits - 1));
    const cut = this.#firstFrom(middle, from, until);
    const last = this.#ranges[cut - 1];
    const reachesOver = cut > from && last !== undefined && last.end >= middle;
    this.tree.lefts[node] = this.#refer({ start, bits: bits - 1, from, until: cut });
    this.tree.rights[node] = this.#refer({
      start: middle,
      bits: bits - 1,

      from: reachesOver ? cut - 1 : cut,
      until,
    });
    return node;
  }

  /** Returns the index of the first of these ranges that starts at or after `start`. */
  #firstFrom(start: bigint, from: number, until: number): number {
    let [low, high] = [from, until];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#ranges[middle] as AddressRange).start < start) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

const containsMapped = ({ start, bits }: AddressSpacePart) =>
  bits > IPV4_BITS && MAPPED_IPV4_START >> BigInt(bits) === start >> BigInt(bits);

const isWithin = ({ start, bits }: AddressSpacePart, range: AddressRange) =>
  range.start <= start && range.end >= start + (1n << BigInt(bits)) - 1n;

/** Sorts ranges and merges adjacent ranges with the same record. If ranges overlap, the first one takes precedence. */
export function sortRanges(ranges: readonly AddressRange[]): AddressRange[] {
  const ordered: AddressRange[] = [];
  for (const range of ranges.toSorted((a, b) => (a.start < b.start ? -1 : a.start > b.start ? 1 : 0))) {
    const last = ordered.at(-1);
    const start = last && last.end >= range.start ? last.end + 1n : range.start;
    if (start > range.end) continue;
    if (last && last.record === range.record && last.end + 1n === start) last.end = range.end;
    else ordered.push({ ...range, start });
  }
  return ordered;
}
