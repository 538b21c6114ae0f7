import { expect, it } from "vitest";
import { rankPeers } from "./rendezvous.ts";

const PEERS = Array.from({ length: 8 }, (_, index) => `peer-${index}`);
const SEGMENTS = Array.from({ length: 800 }, (_, number) => `u/1/v0/${number}`);

it("gives everybody the same order, in whatever order he knows the peers", () => {
  expect(rankPeers("u/1/v0/3", [...PEERS].reverse())).toEqual(rankPeers("u/1/v0/3", PEERS));
});

it("spreads the segments evenly over the peers", () => {
  const counts = new Map(PEERS.map((peer) => [peer, 0]));
  for (const segment of SEGMENTS) {
    const [first = ""] = rankPeers(segment, PEERS);
    counts.set(first, (counts.get(first) ?? 0) + 1);
  }
  for (const count of counts.values()) {
    expect(count).toBeGreaterThan(60);
    expect(count).toBeLessThan(140);
  }
});

it("moves only the segments of a peer who leaves", () => {
  const rest = PEERS.slice(1);
  const moved = SEGMENTS.filter((segment) => rankPeers(segment, PEERS)[0] !== rankPeers(segment, rest)[0]);
  expect(moved.every((segment) => rankPeers(segment, PEERS)[0] === PEERS[0])).toBe(true);
});
