import { expect, it } from "vitest";
import { OPEN_END } from "../protocol/index.ts";
import type { SwarmEvent } from "../scheduler/state.ts";
import { Arrivals } from "./arrivals.ts";
import type { SwarmEngineOptions } from "./engine.types.ts";
import { createLoad } from "./loads.ts";
import { SegmentCache } from "./segment-cache.ts";
import { SegmentVerifier } from "./segment-verifier.ts";
import { ServerReader } from "./server-reader.ts";

const SEGMENT = "u/1/v0/12";
const MEDIA = new Uint8Array([1, 2, 3, 4, 5, 6]);

/** Sets up a server with a segment of six bytes, and a load whose length a peer may have declared. */
function setUp(told: { totalBytes: number; peerId: string } | undefined) {
  const events: SwarmEvent[] = [];
  const dispatch = (event: SwarmEvent) => void events.push(event);
  const load = createLoad(SEGMENT, 0, false);
  if (told) {
    load.assembly.total = told.totalBytes;
    load.totalFrom = told.peerId;
  }
  const loads = new Map([[SEGMENT, load]]);
  const answer = (from: number, to = MEDIA.length) => {
    if (from >= MEDIA.length) return new Response(null, { status: 416 });
    const bytes = MEDIA.slice(from, to);
    return new Response(bytes, {
      status: from === 0 && to >= MEDIA.length ? 200 : 206,
      headers: { "content-length": String(bytes.length) },
    });
  };
  const options = {
    requestSegment: async (_segment: string, from: number, _signal: AbortSignal, to?: number) =>
      answer(from, to),
  } as unknown as SwarmEngineOptions;
  const hashes = { find: () => undefined, refresh: async () => undefined };
  const cache = new SegmentCache(1_000);
  const arrivals = new Arrivals();
  const settling = new SegmentVerifier({ options, cache, dispatch, loads, hashes, arrivals });
  const reader = new ServerReader({ options, dispatch, loads, settling });
  const read = (fromByte: number, toByte: number) => reader.read(load, { requestId: 1, fromByte, toByte });
  const typesOf = () => events.map(({ type }) => type);
  return { load, loads, events, read, typesOf };
}

it.each([
  ["from beyond its end", 8, OPEN_END],
  ["over its end", 4, 9],
  ["from within it to its end", 2, OPEN_END],
])("a read %s is retried from the start if a peer declared a false length", async (_what, from, to) => {
  const { load, events, read, typesOf } = setUp({ totalBytes: 9, peerId: "liar" });
  await read(from, to);
  expect(typesOf().slice(-2)).toEqual(["liars", "corrupt"]);
  expect(events).toContainEqual({ type: "liars", peerIds: ["liar"] });
  expect([load.assembly.total, load.assembly.received]).toEqual([0, 0]);
  await read(0, OPEN_END);
  expect(typesOf().at(-1)).toBe("arrived");
  expect(load.assembly.toBytes()).toEqual(MEDIA);
});

it("a range that the server does not have counts as a server failure if no peer declared the length", async () => {
  const { loads, events, read } = setUp(undefined);
  await read(8, OPEN_END);
  expect(events.at(-1)).toMatchObject({ type: "serverFailed" });
  expect(loads.has(SEGMENT)).toBe(true);
});
