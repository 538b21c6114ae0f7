import { expect, it } from "vitest";
import { type Matchable, pickMatches, proximity } from "./matching.ts";

const member = (id: string, place: Partial<Matchable> = {}): Matchable => ({
  ...{
    id,
    networkPrefix: "",
    asn: null,
    country: null,
    maxPeers: 8,
    interISP: true,
    matches: new Set<string>(),
  },
  ...place,
});

const HERE = { networkPrefix: "203.0.113.0/24", asn: 64_500, country: "FR" };

it.each([
  ["the same site", HERE, 3],
  ["the same operator", { ...HERE, networkPrefix: "198.51.100.0/24" }, 2],
  ["the same country", { networkPrefix: "198.51.100.0/24", asn: 1, country: "FR" }, 1],
  ["far away", { networkPrefix: "198.51.100.0/24", asn: 1, country: "JP" }, 0],
  ["somewhere unknown", {}, 0],
])("tells a peer of %s", (_name, place, near) => {
  expect(proximity(member("a", HERE), member("b", place))).toBe(near);
});

it("picks the nearest first and, among equals, those with the fewest peers", () => {
  const far = member("far", { country: "JP" });
  const busy = member("busy", { ...HERE, matches: new Set(["x", "y"]) });
  const free = member("free", HERE);
  const picked = pickMatches(member("me", HERE), [far, busy, free], () => 0);
  expect(picked.map(({ id }) => id)).toEqual(["free", "busy", "far"]);
});

it("never picks more than a member may have, nor a peer that is full, nor itself", () => {
  const me = member("me", { maxPeers: 2 });
  const full = member("full", { maxPeers: 1, matches: new Set(["x"]) });
  const others = [me, full, member("a"), member("b"), member("c")];
  expect(pickMatches(me, others, () => 0).map(({ id }) => id)).toEqual(["a", "b"]);
});
