import { expect, it } from "vitest";
import type { SwarmEvent } from "../scheduler/state.ts";
import type { SwarmFault } from "./engine.types.ts";
import { SegmentCache } from "./segment-cache.ts";
import { SegmentComposer } from "./segment-composer.ts";
import { sha256Hex } from "./sha256.ts";

const SEGMENT = "u/1/v0/12";
const PARTS = [`${SEGMENT}.0`, `${SEGMENT}.1`];
const WHOLE = new Uint8Array([1, 2, 3]);

/** Sets up a viewer who gets the parts of a segment that is published as `whole`. */
async function setUp(whole: Uint8Array<ArrayBuffer>, { isPublished = true } = {}) {
  const cache = new SegmentCache(1_000);
  const events: SwarmEvent[] = [];
  const faults: SwarmFault[] = [];
  const sha256 = await sha256Hex(whole);
  const server = { isPublished };
  const composing = new SegmentComposer({
    cache,
    hashes: { find: () => (server.isPublished ? sha256 : undefined), refresh: async () => undefined },
    dispatch: (event) => events.push(event),
    onFault: (fault) => faults.push(fault),
  });
  const add = (part: number, bytes: readonly number[]) =>
    cache.add(`${SEGMENT}.${part}`, { bytes: new Uint8Array(bytes), transport: "server", isChecked: false });
  const compose = () => composing.compose(SEGMENT, PARTS);
  return { cache, events, faults, server, add, compose };
}

it("a segment replaces its parts in the cache and is offered once all of them have arrived", async () => {
  const { cache, events, add, compose } = await setUp(WHOLE);
  add(0, [1, 2]);
  await compose();
  expect(events).toEqual([]);
  add(1, [3]);
  await Promise.all([compose(), compose()]);
  expect(events).toEqual([{ type: "held", segment: SEGMENT }]);
  expect(cache.find(SEGMENT)?.bytes).toEqual(WHOLE);
  expect(PARTS.map((part) => cache.has(part))).toEqual([false, false]);
  expect(cache.sizeBytes).toBe(3);
});

it("a segment is not offered until its hash is published", async () => {
  const { events, server, add, compose } = await setUp(WHOLE, { isPublished: false });
  add(0, [1, 2]);
  add(1, [3]);
  await compose();
  expect(events).toEqual([]);
  server.isPublished = true;
  await compose();
  expect(events).toEqual([{ type: "held", segment: SEGMENT }]);
});

it("a segment that differs from its published hash is not offered, and reported once", async () => {
  const { cache, events, faults, add, compose } = await setUp(new Uint8Array([9]));
  add(0, [1, 2]);
  add(1, [3]);
  await compose();
  await compose();
  expect(events).toEqual([]);
  expect(faults).toEqual([{ type: "server_hash_mismatch", segment: SEGMENT }]);
  expect(cache.has(SEGMENT)).toBe(false);
});
