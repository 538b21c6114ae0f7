import { createHash } from "node:crypto";

/** An edge of the installation. */
export interface ClusterEdge {
  region: string;
  /** The edge's public URL, which also identifies it. */
  url: string;
}

/** The availability and load of other edges, as far as this edge knows them. */
export interface EdgeStatus {
  isAway(url: string): boolean;
  /** The number of viewers of a swarm at an edge. */
  countAt(url: string, swarm: string): number;
}

export interface PlacementOptions {
  /** The public URL of this edge. */
  own: string;
  /** All edges of the installation; empty if this is the only one. */
  edges: readonly ClusterEdge[];
  known: EdgeStatus;
}

/** The maximum number of viewers of a swarm per tracker. A larger swarm uses another tracker of the region too. */
const MAX_VIEWERS_PER_TRACKER = 2_000;
/**
 * The share of the limit below which an additional tracker is no longer used. It is lower than 1, so that a swarm near the limit
 * does not move its viewers back and forth.
 */
const SCALE_DOWN_SHARE = 0.75;

/**
 * Chooses the tracker that each viewer of a swarm joins among the edges of this region. Also chooses the edge with the room of a
 * direct live, where viewers of all regions meet the publisher.
 */
export class Placement {
  readonly #own: string;
  readonly #all: readonly string[];
  readonly #near: readonly string[];
  readonly #known: EdgeStatus;
  constructor({ own, edges, known }: PlacementOptions) {
    const region = edges.find(({ url }) => url === own)?.region;
    this.#own = own;
    this.#all = edges.map(({ url }) => url);
    this.#near = edges.filter((edge) => edge.region === region).map(({ url }) => url);
    this.#known = known;
  }

  /** Returns the public URL of the edge whose tracker a viewer joins. Every edge of the region returns the same URL. */
  trackerFor(swarm: string, sessionId: string): string {
    if (this.#near.length < 2) return this.#own;
    const ranked = rankByHash(this.#near, swarm).filter((url) => !this.#known.isAway(url));
    const counts = ranked.map((url) => this.#known.countAt(url, swarm));
    const serving = ranked.slice(0, trackersFor(counts));
    return rankByHash(serving, sessionId)[0] ?? this.#own;
  }

  /**
   * Returns the public URL of the edge with the room of a live. Redirects always end, because an edge redirects only to edges that
   * precede it in the common order.
   */
  roomFor(uuid: string): string {
    return rankByHash(this.#all, uuid).find((url) => !this.#known.isAway(url)) ?? this.#own;
  }
}

/** Returns how many trackers a swarm needs. @param counts viewers per edge, in the order in which edges are used. */
function trackersFor(counts: readonly number[]): number {
  const viewers = counts.reduce((sum, count) => sum + count, 0);
  const inUse =
    1 +
    Math.max(
      0,
      counts.findLastIndex((count) => count > 0),
    );
  if (viewers >= inUse * MAX_VIEWERS_PER_TRACKER) return Math.floor(viewers / MAX_VIEWERS_PER_TRACKER) + 1;
  const needed = Math.ceil(viewers / (SCALE_DOWN_SHARE * MAX_VIEWERS_PER_TRACKER));
  return Math.max(1, Math.min(inUse, needed));
}

/** Orders edges by rendezvous hashing. When an edge is added or removed, only its own swarms move. */
function rankByHash(urls: readonly string[], key: string): string[] {
  const scores = new Map(
    urls.map((url) => [url, createHash("sha256").update(`${url}\n${key}`).digest("hex")]),
  );
  return urls.toSorted((a, b) => ((scores.get(a) ?? "") < (scores.get(b) ?? "") ? 1 : -1));
}
