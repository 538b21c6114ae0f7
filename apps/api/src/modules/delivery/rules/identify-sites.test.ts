import { randomUUID } from "node:crypto";
import type { SavedSite } from "@shoal/contract";
import { expect, it } from "vitest";
import { identifySites } from "./identify-sites.ts";

const savedSite = (name: string, uuid?: string): SavedSite => ({
  name,
  websites: [],
  publicIPs: [],
  subnets: [],
  exchange: "first",
  ...(uuid ? { uuid } : {}),
});
const PARIS_SITE = { uuid: randomUUID(), name: "Paris" };
const LYON_SITE = { uuid: randomUUID(), name: "Lyon" };
const uuidsOf = (sites: SavedSite[], before = [PARIS_SITE, LYON_SITE]) =>
  identifySites(sites, before).map(({ uuid }) => uuid);

it("keeps the uuid of a renamed site at any position", () => {
  expect(uuidsOf([savedSite("Lyon", LYON_SITE.uuid), savedSite("Lutetia", PARIS_SITE.uuid)])).toEqual([
    LYON_SITE.uuid,
    PARIS_SITE.uuid,
  ]);
});

it("recognises a site without a uuid by its name, each only once", () => {
  const [first, second, third] = uuidsOf([savedSite("Paris"), savedSite("Paris"), savedSite("Nice")]);
  expect(first).toBe(PARIS_SITE.uuid);
  expect(new Set([first, second, third, LYON_SITE.uuid]).size).toBe(4);
});

it("does not assign a uuid by name if another site has it", () => {
  const [moved, fresh] = uuidsOf([savedSite("Lutetia", PARIS_SITE.uuid), savedSite("Paris")]);
  expect(moved).toBe(PARIS_SITE.uuid);
  expect(fresh).not.toBe(PARIS_SITE.uuid);
});

it("gives new uuids to sites of another config", () => {
  const [uuid] = uuidsOf([savedSite("Paris", PARIS_SITE.uuid)], []);
  expect(uuid).not.toBe(PARIS_SITE.uuid);
});
