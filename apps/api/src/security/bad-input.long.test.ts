import { expect, test } from "vitest";
import {
  HEAVY_BODIES,
  listInvalidParts,
  ROUTE_ENTRIES,
  useBadInputHarness,
} from "../testing/bad-input-harness.ts";
import { HOSTILE_TEXTS } from "../testing/invalid-values.ts";

const harness = useBadInputHarness();

test.each(ROUTE_ENTRIES)("%s rejects every invalid value of each field by name", async (name, route) => {
  expect(await harness.listMisnamed(name, route, listInvalidParts(route))).toEqual([]);
});

test.each(ROUTE_ENTRIES)("%s treats each hostile text as data in every field", async (name, route) => {
  expect(await harness.listBroken(name, route, [...HOSTILE_TEXTS.keys()])).toEqual([]);
});

test.each(ROUTE_ENTRIES.filter(([, route]) => route.body || route.multipart))(
  "%s rejects bodies that are expensive to parse",
  async (name, route) => {
    expect(await harness.listAccepted(name, route, HEAVY_BODIES)).toEqual([]);
  },
);
