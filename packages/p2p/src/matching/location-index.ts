import type { Matchable } from "./matching.ts";

/**
 * The number of members of a location that are considered. With so many, the least connected of them is as good as the least
 * connected of all.
 */
const MAX_EXAMINED = 256;

/** An unordered set from which any member is removed in constant time. */
class IndexedSet<T> {
  readonly #members: T[] = [];
  readonly #positions = new Map<T, number>();

  get size(): number {
    return this.#members.length;
  }

  add(member: T): void {
    this.#positions.set(member, this.#members.push(member) - 1);
  }

  /** Removes a member. The last member takes the free index. */
  delete(member: T): void {
    const position = this.#positions.get(member);
    const last = this.#members.at(-1);
    if (position === undefined || last === undefined) return;
    this.#members[position] = last;
    this.#positions.set(last, position);
    this.#members.pop();
    this.#positions.delete(member);
  }

  /** Yields up to `countMax` members. @param random the start, in [0, 1), which varies the choice in large sets. */
  *some(countMax: number, random: number): Generator<T> {
    const { length } = this.#members;
    const start = length > countMax ? Math.floor(random * length) : 0;
    for (let offset = 0; offset < Math.min(length, countMax); offset += 1)
      yield this.#members[(start + offset) % length] as T;
  }
}

/**
 * Members of a room by network, internet provider and country. A newcomer's candidates are found among a bounded number of them,
 * however many viewers a room has.
 */
export class LocationIndex<T extends Matchable> {
  readonly #all = new IndexedSet<T>();
  readonly #places = new Map<string, IndexedSet<T>>();
  /** The keys under which each member is filed. They are kept, because the member's location may change. */
  readonly #keys = new Map<T, readonly string[]>();

  get size(): number {
    return this.#all.size;
  }

  has(member: T): boolean {
    return this.#keys.has(member);
  }

  /** Adds a member, or updates its location. */
  set(member: T): void {
    const keys = placesOf(member);
    const known = this.#keys.get(member);
    if (known?.length === keys.length && known.every((key, index) => key === keys[index])) return;
    this.delete(member);
    this.#keys.set(member, keys);
    this.#all.add(member);
    for (const key of keys) this.#bagOf(key).add(member);
  }

  delete(member: T): void {
    const keys = this.#keys.get(member);
    if (!keys) return;
    this.#keys.delete(member);
    this.#all.delete(member);
    for (const key of keys) {
      const bag = this.#places.get(key);
      bag?.delete(member);
      if (bag?.size === 0) this.#places.delete(key);
    }
  }

  /**
   * Yields the members around a viewer, without duplicates. Of a small room, these are all members. Of a large room, these are at
   * most `MAX_EXAMINED` of each location, from the nearest to everywhere.
   */
  *around(somebody: Matchable, random: () => number): Generator<T> {
    if (this.size <= MAX_EXAMINED) {
      yield* this.#all.some(MAX_EXAMINED, 0);
      return;
    }
    const seen = new Set<T>();
    const bags = [...placesOf(somebody).map((key) => this.#places.get(key)), this.#all];
    for (const bag of bags) {
      for (const member of bag?.some(MAX_EXAMINED, random()) ?? []) {
        if (seen.has(member)) continue;
        seen.add(member);
        yield member;
      }
    }
  }

  /** Yields all members in the same network, or at the same site, as a member. */
  *sameNetwork({ networkPrefix }: Matchable): Generator<T> {
    const bag = networkPrefix === "" ? undefined : this.#places.get(networkKey(networkPrefix));
    yield* bag?.some(bag.size, 0) ?? [];
  }

  #bagOf(key: string): IndexedSet<T> {
    const known = this.#places.get(key);
    if (known) return known;
    const bag = new IndexedSet<T>();
    this.#places.set(key, bag);
    return bag;
  }
}

const networkKey = (networkPrefix: string) => `network ${networkPrefix}`;

/** Lists the keys of a member's locations, nearest first; unknown levels are omitted. */
function placesOf({ networkPrefix, asn, country }: Matchable): string[] {
  const places: string[] = [];
  if (networkPrefix !== "") places.push(networkKey(networkPrefix));
  if (asn !== null) places.push(`provider ${asn}`);
  if (country !== null) places.push(`country ${country}`);
  return places;
}
