import * as fc from "@shoal/testkit/property";
import { expect, it } from "vitest";
import { LocationIndex } from "./location-index.ts";
import type { Matchable } from "./matching.ts";

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
const pickFirst = () => 0;

it("around yields members of the same network first, followed by provider, country and the rest, each once", () => {
  const index = new LocationIndex<Matchable>();
  const members = [
    createMember("unknown"),
    createMember("country", { country: "FR", asn: 1 }),
    createMember("provider", { asn: LOCAL_PLACE.asn, country: "FR" }),
    createMember("network", LOCAL_PLACE),
    ...Array.from({ length: 1_000 }, (_, count) => createMember(`far ${count}`, { country: "JP" })),
  ];
  for (const one of members) index.set(one);
  const names = [...index.around(createMember("me", LOCAL_PLACE), pickFirst)].map(({ id }) => id);
  expect(names.slice(0, 4)).toEqual(["network", "provider", "country", "unknown"]);
  expect(new Set(names).size).toBe(names.length);
});

it("around yields a bounded number of members of a large room, including the few who are near", () => {
  const index = new LocationIndex<Matchable>();
  for (let count = 0; count < 20_000; count += 1) index.set(createMember(`far ${count}`, { country: "JP" }));
  const near = createMember("near", LOCAL_PLACE);
  index.set(near);
  const around = [...index.around(createMember("me", LOCAL_PLACE), () => 0.999)];
  expect(around[0]).toBe(near);
  expect(around.length).toBeLessThanOrEqual(4 * 256);
});

it("the index contains exactly the present members by location after any arrivals, moves and departures", () => {
  const places: Partial<Matchable>[] = [
    LOCAL_PLACE,
    { ...LOCAL_PLACE, networkPrefix: "site a" },
    { country: "FR" },
    {},
  ];
  const step = fc.record({
    id: fc.integer({ min: 0, max: 9 }),
    place: fc.constantFrom<Partial<Matchable> | undefined>(...places, undefined),
  });
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const index = new LocationIndex<Matchable>();
      const members = Array.from({ length: 10 }, (_, id) => createMember(String(id)));
      const there = new Set<Matchable>();
      for (const { id, place } of steps) {
        const one = members[id] as Matchable;
        if (place) {
          Object.assign(one, { networkPrefix: "", asn: null, country: null }, place);
          index.set(one);
          there.add(one);
        } else {
          index.delete(one);
          there.delete(one);
        }
        expect(index.size).toBe(there.size);
        expect(new Set(index.around(createMember("me"), pickFirst))).toEqual(there);
        for (const { networkPrefix } of places.map((other) => createMember("", other))) {
          const expected = [...there].filter((it) => networkPrefix && it.networkPrefix === networkPrefix);
          expect(new Set(index.sameNetwork(createMember("me", { networkPrefix })))).toEqual(
            new Set(expected),
          );
        }
      }
    }),
  );
});
