import { expect, it } from "vitest";
import { type Contender, countBefore } from "./rendezvous.ts";

/** By rank: with no contender ahead, with one, and so on. */
const rank = (segment: string, contenders: readonly Contender[]) => {
  const before = (one: Contender) =>
    countBefore(
      segment,
      one,
      contenders.filter((other) => other !== one),
    );
  return [...contenders].sort((a, b) => before(a) - before(b)).map(({ id }) => id);
};
const rankPeers = (segment: string, ids: readonly string[]) =>
  rank(
    segment,
    ids.map((id) => ({ id, weight: 1_000 })),
  );
const PEERS = Array.from({ length: 8 }, (_, index) => `peer-${index}`);
const SEGMENTS = Array.from({ length: 800 }, (_, number) => `u/1/v0/${number}`);

it("gives every viewer the same order, in whatever order they know the peers", () => {
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

it("gives each peer as many segments as its uplink can carry, and none to a peer without uplink", () => {
  const contenders = [
    { id: "strong", weight: 8_000 },
    { id: "weak", weight: 2_000 },
    { id: "none", weight: 0 },
  ];
  const firsts = SEGMENTS.map((segment) => rank(segment, contenders)[0]);
  const share = firsts.filter((id) => id === "strong").length / firsts.length;
  expect(share).toBeGreaterThan(0.74);
  expect(share).toBeLessThan(0.86);
  expect(firsts).not.toContain("none");
});
