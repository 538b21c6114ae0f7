/** The maximum number of remembered segments per room. They take at most 2 MB. */
const MAX_SEGMENTS = 4_000;
/**
 * The maximum number of remembered segments in all rooms together: at most 100 MB. This limit is needed because a key can open any
 * number of rooms.
 */
const MAX_TOTAL_SEGMENTS = 200_000;
/** The number of segments that a room can remember even when the limit for all rooms is reached. */
const MIN_SEGMENTS = 50;
/** The maximum number of remembered hashes per segment. Honest viewers do not report more different ones. */
const MAX_HASHES = 4;

/** Counts the segments that all rooms of a tracker remember. */
export interface QuorumMemory {
  segments: number;
}

interface SegmentVotes {
  /** The hash that each viewer reported. Once a hash is confirmed, only its two votes remain. */
  votes: { viewer: string; sha256: string }[];
  confirmed: string | null;
  /** Whether a viewer reported a hash that differs from the confirmed one. Such a segment is never confirmed again. */
  isInDoubt: boolean;
}

/** Confirms a segment's hash once two viewers report it, for media whose server publishes no hashes. */
export class HashQuorum {
  readonly #votes = new Map<string, SegmentVotes>();
  readonly #memory: QuorumMemory;
  constructor(memory: QuorumMemory) {
    this.#memory = memory;
  }

  find(segment: string): string | null {
    return this.#votes.get(segment)?.confirmed ?? null;
  }

  /**
   * Records a viewer's hash; two equal hashes confirm it.
   * @returns the viewers to notify of the result, including this one.
   */
  add(viewer: string, segment: string, sha256: string): string[] {
    const entry = this.#votes.get(segment) ?? this.#open(segment);
    const { confirmed, isInDoubt } = entry;
    if (isInDoubt || confirmed === sha256) return [viewer];
    if (confirmed !== null) return retractConfirmation(entry, viewer);
    // A viewer's new hash replaces the one that they reported earlier.
    const others = entry.votes.filter((vote) => vote.viewer !== viewer);
    const alike = others.find((vote) => vote.sha256 === sha256);
    if (!alike && others.length >= MAX_HASHES) return [];
    entry.votes = alike ? [alike, { viewer, sha256 }] : [...others, { viewer, sha256 }];
    if (!alike) return [];
    entry.confirmed = sha256;
    return [alike.viewer, viewer];
  }

  /** Forgets all segments, after the last viewer has left. */
  clear(): void {
    this.#memory.segments -= this.#votes.size;
    this.#votes.clear();
  }

  #open(segment: string): SegmentVotes {
    const { size } = this.#votes;
    const isFull = size >= MAX_SEGMENTS || this.#memory.segments >= MAX_TOTAL_SEGMENTS;
    const [oldest] = isFull && size >= MIN_SEGMENTS ? this.#votes.keys() : [];
    if (oldest === undefined) this.#memory.segments += 1;
    else this.#votes.delete(oldest);
    const entry: SegmentVotes = { votes: [], confirmed: null, isInDoubt: false };
    this.#votes.set(segment, entry);
    return entry;
  }
}

function retractConfirmation(entry: SegmentVotes, viewer: string): string[] {
  const believers = entry.votes.map((vote) => vote.viewer);
  entry.confirmed = null;
  entry.isInDoubt = true;
  entry.votes = [];
  return [...new Set([viewer, ...believers])];
}
