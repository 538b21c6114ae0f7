import { expect, test } from "vitest";
import { HEAVY_BODIES, listDamages, TABLE, useBadInput } from "../testing/bad-input-rig.ts";
import { HOSTILE_TEXTS } from "../testing/damage.ts";

const rig = useBadInput();

test.each(TABLE)("%s rejects every invalid value of each field by name", async (name, route) => {
  expect(await rig.listMisnamed(name, route, listDamages(route))).toEqual([]);
});

test.each(TABLE)("%s treats each hostile text as data in every field", async (name, route) => {
  expect(await rig.listBroken(name, route, [...HOSTILE_TEXTS.keys()])).toEqual([]);
});

test.each(TABLE.filter(([, route]) => route.body || route.multipart))(
  "%s rejects bodies that are expensive to parse",
  async (name, route) => {
    expect(await rig.listAccepted(name, route, HEAVY_BODIES)).toEqual([]);
  },
);
