import * as fc from "@shoal/testkit/property";
import { expect, it } from "vitest";
import {
  canMatch,
  findOffSiteMatch,
  isNearest,
  type Matchable,
  pickMatches,
  pickSplit,
  proximity,
} from "./matching.ts";

const createMember = (id: string, place: Partial<Matchable> = {}): Matchable => ({
  id,
  networkPrefix: "",
  asn: null,
  country: null,
  maxPeers: 8,
  interISP: true,
  staysInSite: false,
  matches: new Set<string>(),
  ...place,
});

const LOCAL_PLACE = { networkPrefix: "203.0.113.0/24", asn: 64_500, country: "FR" };

it.each([
  ["the same site", LOCAL_PLACE, 3],
  ["the same operator", { ...LOCAL_PLACE, networkPrefix: "198.51.100.0/24" }, 2],
  ["the same country", { networkPrefix: "198.51.100.0/24", asn: 1, country: "FR" }, 1],
  ["far away", { networkPrefix: "198.51.100.0/24", asn: 1, country: "JP" }, 0],
  ["somewhere unknown", {}, 0],
])("proximity of a peer from %s", (_name, place, near) => {
  expect(proximity(createMember("a", LOCAL_PLACE), createMember("b", place))).toBe(near);
});

it("pickMatches returns the nearest peers first and, among equals, those with the fewest peers", () => {
  const far = createMember("far", { country: "JP" });
  const busy = createMember("busy", { ...LOCAL_PLACE, matches: new Set(["x", "y"]) });
  const free = createMember("free", LOCAL_PLACE);
  const picked = pickMatches(createMember("me", LOCAL_PLACE), [far, busy, free], () => 0);
  expect(picked.map(({ id }) => id)).toEqual(["free", "busy", "far"]);
});

it("pickMatches returns at most a member's limit, no full peer, and never the member itself", () => {
  const me = createMember("me", { maxPeers: 2 });
  const full = createMember("full", { maxPeers: 1, matches: new Set(["x"]) });
  const others = [me, full, createMember("a"), createMember("b"), createMember("c")];
  expect(pickMatches(me, others, () => 0).map(({ id }) => id)).toEqual(["a", "b"]);
});

const SITE_PLACE = { networkPrefix: "site a", staysInSite: true };

it.each<[string, Partial<Matchable>, Partial<Matchable>, boolean]>([
  ["two of it", SITE_PLACE, SITE_PLACE, true],
  ["one of another site", SITE_PLACE, { networkPrefix: "site b", staysInSite: true }, false],
  ["one of another site that is open", SITE_PLACE, { networkPrefix: "site b" }, false],
  ["one of no site", { ...SITE_PLACE, asn: 1, country: "FR" }, { ...LOCAL_PLACE, asn: 1 }, false],
  ["someone of whose place nothing is known", SITE_PLACE, {}, false],
])("canMatch for a viewer restricted to their site and %s: %o, %o", (_, one, other, may) => {
  const [a, b] = [createMember("a", { asn: 1, ...one }), createMember("b", { asn: 1, ...other })];
  expect([canMatch(a, b), canMatch(b, a)]).toEqual([may, may]);
});

/** The locations of members in the generated rooms. */
const PLACES: Partial<Matchable>[] = [
  SITE_PLACE,
  { networkPrefix: "site b", staysInSite: true },
  { networkPrefix: "site c" },
  LOCAL_PLACE,
  { ...LOCAL_PLACE, interISP: false },
  {},
];

const anyRooms = fc.array(
  fc.record({ place: fc.constantFrom(...PLACES), maxPeers: fc.integer({ min: 0, max: 4 }) }),
  { maxLength: 24 },
);

it("viewers whose site or provider rules keep them apart are never matched, whatever the order of arrival", () => {
  fc.assert(
    fc.property(
      anyRooms,
      fc.array(fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true })),
      (room, dice) => {
        const random = () => dice[0] ?? 0;
        const members = new Map<string, Matchable & { matches: Set<string> }>();
        const link = (a: string, b: string, isMatched: boolean) => {
          for (const [one, other] of [
            [a, b],
            [b, a],
          ] as const)
            members.get(one)?.matches[isMatched ? "add" : "delete"](other);
        };
        for (const [index, { place, maxPeers }] of room.entries()) {
          const newcomer = {
            ...createMember(String(index), { ...place, maxPeers }),
            matches: new Set<string>(),
          };
          members.set(newcomer.id, newcomer);
          for (const { id } of pickMatches(newcomer, members.values(), random)) link(newcomer.id, id, true);
          const pair =
            maxPeers > newcomer.matches.size + 1 ? pickSplit(newcomer, members, random) : undefined;
          if (!pair) continue;
          link(pair[0].id, pair[1].id, false);
          for (const { id } of pair) link(newcomer.id, id, true);
        }
        for (const one of members.values()) {
          expect(one.matches.size).toBeLessThanOrEqual(one.maxPeers);
          for (const id of one.matches) expect(canMatch(one, members.get(id) as Matchable)).toBe(true);
        }
      },
    ),
  );
});

it("findOffSiteMatch returns a match from elsewhere, and undefined if all matches are near", () => {
  const near = createMember("near", LOCAL_PLACE);
  const far = createMember("far");
  const me = createMember("me", { ...LOCAL_PLACE, matches: new Set(["near", "far", "gone"]) });
  expect(isNearest(me, near)).toBe(true);
  expect(findOffSiteMatch(me, new Map([near, far].map((one) => [one.id, one])))).toBe(far);
  expect(findOffSiteMatch(me, new Map([[near.id, near]]))).toBeUndefined();
});
