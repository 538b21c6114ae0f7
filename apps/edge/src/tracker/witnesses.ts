/** Segments of one room that are remembered; some 2 MB at worst. */
const SEGMENTS_MAX = 4_000;
/** Of all rooms; 100 MB at worst. Whoever has a key may open rooms without end. */
const SEGMENTS_MAX_IN_ALL = 200_000;
/** Those of a room that are remembered even then. */
const SEGMENTS_MIN = 50;
/** Different hashes of one segment that are remembered: more only come of lies. */
const HASHES_MAX = 4;

/** How much the rooms of a tracker remember together. */
export interface WitnessMemory {
  segments: number;
}

interface Account {
  /** Who saw what, until two have seen the same; then those two. */
  words: { viewer: string; sha256: string }[];
  confirmed: string | null;
  /** Somebody saw another one than was confirmed: nothing is believed of this segment any more. */
  isInDoubt: boolean;
}

/** What the viewers of a room had from the server, of media whose host publishes no hashes. */
export class Witnesses {
  readonly #accounts = new Map<string, Account>();
  readonly #memory: WitnessMemory;
  constructor(memory: WitnessMemory) {
    this.#memory = memory;
  }

  find(segment: string): string | null {
    return this.#accounts.get(segment)?.confirmed ?? null;
  }

  /**
   * Records a viewer's hash; two equal hashes confirm it.
   * @returns the viewers to tell about the result, including this one.
   */
  add(viewer: string, segment: string, sha256: string): string[] {
    const account = this.#accounts.get(segment) ?? this.#open(segment);
    const { confirmed, isInDoubt } = account;
    if (isInDoubt || confirmed === sha256) return [viewer];
    if (confirmed !== null) return doubt(account, viewer);
    // A viewer has one word.
    const others = account.words.filter((word) => word.viewer !== viewer);
    const alike = others.find((word) => word.sha256 === sha256);
    if (!alike && others.length >= HASHES_MAX) return [];
    account.words = alike ? [alike, { viewer, sha256 }] : [...others, { viewer, sha256 }];
    if (!alike) return [];
    account.confirmed = sha256;
    return [alike.viewer, viewer];
  }

  /** Everybody has left. */
  forget(): void {
    this.#memory.segments -= this.#accounts.size;
    this.#accounts.clear();
  }

  #open(segment: string): Account {
    const { size } = this.#accounts;
    const isFull = size >= SEGMENTS_MAX || this.#memory.segments >= SEGMENTS_MAX_IN_ALL;
    const [oldest] = isFull && size >= SEGMENTS_MIN ? this.#accounts.keys() : [];
    if (oldest === undefined) this.#memory.segments += 1;
    else this.#accounts.delete(oldest);
    const account: Account = { words: [], confirmed: null, isInDoubt: false };
    this.#accounts.set(segment, account);
    return account;
  }
}

function doubt(account: Account, viewer: string): string[] {
  const believers = account.words.map((word) => word.viewer);
  account.confirmed = null;
  account.isInDoubt = true;
  account.words = [];
  return [...new Set([viewer, ...believers])];
}
