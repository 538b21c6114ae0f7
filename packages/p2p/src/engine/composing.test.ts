import { expect, it } from "vitest";
import type { SwarmEvent } from "../scheduler/state.ts";
import { Composing } from "./composing.ts";
import { SegmentCache } from "./segment-cache.ts";
import { sha256Hex } from "./sha256.ts";

const SEGMENT = "u/1/v0/12";
const PARTS = [`${SEGMENT}.0`, `${SEGMENT}.1`];
const [FIRST, SECOND] = [new Uint8Array([1, 2]), new Uint8Array([3])];

async function rig(whole: Uint8Array<ArrayBuffer>) {
  const cache = new SegmentCache(1_000);
  const events: SwarmEvent[] = [];
  const sha256 = await sha256Hex(whole);
  const composing = new Composing({
    cache,
    hashes: { find: (segment) => (segment === SEGMENT ? sha256 : undefined), refresh: async () => undefined },
    dispatch: (event) => events.push(event),
  });
  const add = (segment: string, bytes: Uint8Array<ArrayBuffer>, isChecked = true) =>
    cache.add(segment, { bytes, transport: "server", isChecked });
  return { cache, events, composing, add };
}

it("offers a segment once all its parts are here", async () => {
  const { cache, events, composing, add } = await rig(new Uint8Array([1, 2, 3]));
  add(`${SEGMENT}.0`, FIRST);
  await composing.compose(SEGMENT, PARTS);
  expect(events).toEqual([]);
  add(`${SEGMENT}.1`, SECOND);
  await Promise.all([composing.compose(SEGMENT, PARTS), composing.compose(SEGMENT, PARTS)]);
  expect(events).toEqual([{ type: "held", segment: SEGMENT }]);
  expect(cache.find(SEGMENT)?.bytes).toEqual(new Uint8Array([1, 2, 3]));
});

it("offers nothing whose parts were not checked, or that is not what was published", async () => {
  const unchecked = await rig(new Uint8Array([1, 2, 3]));
  unchecked.add(`${SEGMENT}.0`, FIRST);
  unchecked.add(`${SEGMENT}.1`, SECOND, false);
  await unchecked.composing.compose(SEGMENT, PARTS);
  const other = await rig(new Uint8Array([9]));
  other.add(`${SEGMENT}.0`, FIRST);
  other.add(`${SEGMENT}.1`, SECOND);
  await other.composing.compose(SEGMENT, PARTS);
  expect([...unchecked.events, ...other.events]).toEqual([]);
  expect(other.cache.has(SEGMENT)).toBe(false);
});
