import { randomUUID } from "node:crypto";
import type { SavedSite } from "@shoal/contract";
import { expect, it } from "vitest";
import { identifySites } from "./identify-sites.ts";

const saved = (name: string, uuid?: string): SavedSite => ({
  name,
  websites: [],
  publicIPs: [],
  subnets: [],
  exchange: "first",
  ...(uuid ? { uuid } : {}),
});
const PARIS = { uuid: randomUUID(), name: "Paris" };
const LYON = { uuid: randomUUID(), name: "Lyon" };
const uuidsOf = (sites: SavedSite[], before = [PARIS, LYON]) =>
  identifySites(sites, before).map(({ uuid }) => uuid);

it("keeps the uuid of a renamed site at any position", () => {
  expect(uuidsOf([saved("Lyon", LYON.uuid), saved("Lutetia", PARIS.uuid)])).toEqual([LYON.uuid, PARIS.uuid]);
});

it("recognises a site without a uuid by its name, each only once", () => {
  const [first, second, third] = uuidsOf([saved("Paris"), saved("Paris"), saved("Nice")]);
  expect(first).toBe(PARIS.uuid);
  expect(new Set([first, second, third, LYON.uuid]).size).toBe(4);
});

it("does not assign a uuid by name if another site has it", () => {
  const [moved, fresh] = uuidsOf([saved("Lutetia", PARIS.uuid), saved("Paris")]);
  expect(moved).toBe(PARIS.uuid);
  expect(fresh).not.toBe(PARIS.uuid);
});

it("gives new uuids to sites of another config", () => {
  const [uuid] = uuidsOf([saved("Paris", PARIS.uuid)], []);
  expect(uuid).not.toBe(PARIS.uuid);
});
