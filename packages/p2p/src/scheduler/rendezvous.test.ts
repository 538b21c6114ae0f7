import { expect, it } from "vitest";
import { type Contender, countBefore } from "./rendezvous.ts";

/** Orders contenders by rank: the contender with no other ahead, the contender with one ahead, and so on. */
const rankContenders = (segment: string, contenders: readonly Contender[]) => {
  const before = (one: Contender) =>
    countBefore(
      segment,
      one,
      contenders.filter((other) => other !== one),
    );
  return [...contenders].sort((a, b) => before(a) - before(b)).map(({ id }) => id);
};
const rankPeers = (segment: string, ids: readonly string[]) =>
  rankContenders(
    segment,
    ids.map((id) => ({ id, weight: 1_000 })),
  );
const PEERS = Array.from({ length: 8 }, (_, index) => `peer-${index}`);
const SEGMENTS = Array.from({ length: 800 }, (_, number) => `u/1/v0/${number}`);

it("the order of peers does not depend on the order in which a viewer knows them", () => {
  expect(rankPeers("u/1/v0/3", [...PEERS].reverse())).toEqual(rankPeers("u/1/v0/3", PEERS));
});

it("segments are spread evenly over the peers", () => {
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

it("only the segments of a peer that leaves get another first peer", () => {
  const rest = PEERS.slice(1);
  const moved = SEGMENTS.filter((segment) => rankPeers(segment, PEERS)[0] !== rankPeers(segment, rest)[0]);
  expect(moved.every((segment) => rankPeers(segment, PEERS)[0] === PEERS[0])).toBe(true);
});

it("peers come first in proportion to their uplinks, and a peer without uplink never does", () => {
  const contenders = [
    { id: "strong", weight: 8_000 },
    { id: "weak", weight: 2_000 },
    { id: "none", weight: 0 },
  ];
  const firsts = SEGMENTS.map((segment) => rankContenders(segment, contenders)[0]);
  const share = firsts.filter((id) => id === "strong").length / firsts.length;
  expect(share).toBeGreaterThan(0.74);
  expect(share).toBeLessThan(0.86);
  expect(firsts).not.toContain("none");
});
