import * as fc from "@shoal/testkit/property";
import { expect, it } from "vitest";
import { FRAME_TYPES, REFUSALS } from "../protocol/frames.ts";
import { type Announcement, decodeFrame, encodeFrame, type Frame, HOLDINGS } from "../protocol/index.ts";
import type { SwarmEvent } from "./state.ts";
import { SwarmHarness } from "./swarm-harness.ts";
import * as TUNING from "./tuning.ts";

const PEER_ID = "hostile";
const anyUint32 = fc.oneof(fc.nat(40), fc.nat(0xffff_ffff), fc.constantFrom(0x7fff_ffff, 0xffff_ffff));
const anySegment = fc.oneof(
  fc.nat(30).map((number) => `u/1/v0/${number}`),
  fc.constantFrom("u/1/v0/init", "u/1/v0/3.2", "__proto__/1/constructor/1", "../../etc/passwd", ""),
);
const anyTrack = fc.oneof(
  fc.nat(60).map((number) => `u/1/v${number}`),
  fc.constantFrom("u/1/v0", "__proto__/1/v0", ""),
);
const anyEntry = fc.record<Announcement>({
  track: anyTrack,
  from: anyUint32,
  to: anyUint32,
  holding: fc.constantFrom(...HOLDINGS),
});
/** Announcements with as many holes as the longest possible video. */
const anyHoles = fc.nat(1_000).map((start): Announcement[] => [
  { track: "u/1/v0", from: 0, to: 0xffff_ffff, holding: "have" },
  ...Array.from({ length: 399 }, (_, n): Announcement => {
    const from = start + 2 * n;
    return { track: "u/1/v0", from, to: from + 1, holding: "gone" };
  }),
]);

const wellFormedFrames: fc.Arbitrary<Frame> = fc.oneof(
  fc.record({
    type: fc.constant("announce" as const),
    entries: fc.oneof(
      { weight: 5, arbitrary: fc.array(anyEntry, { maxLength: 20 }) },
      { weight: 1, arbitrary: anyHoles },
    ),
  }),
  fc.record({
    type: fc.constant("request" as const),
    requestId: anyUint32,
    segment: anySegment,

    fromByte: anyUint32,
    toByte: anyUint32,
    deadlineMs: anyUint32,
  }),
  fc.record({
    type: fc.constant("accept" as const),
    requestId: anyUint32,
    totalBytes: anyUint32,

    startInMs: anyUint32,
    etaMs: anyUint32,
  }),
  fc.record({
    type: fc.constant("chunk" as const),
    requestId: anyUint32,
    payload: fc.uint8Array({ maxLength: 50 }),
  }),
  fc.record({
    type: fc.constant("refuse" as const),
    requestId: anyUint32,

    reason: fc.constantFrom(...REFUSALS),
    waitMs: anyUint32,
  }),
  fc.record({ type: fc.constant("cancel" as const), requestId: anyUint32, atByte: anyUint32 }),
  fc.record({ type: fc.constant("status" as const), uplinkKbps: anyUint32 }),
);
const encodedFrames = wellFormedFrames.map((frame) => encodeFrame(frame));
const tamperedFrames = fc
  .tuple(encodedFrames, fc.nat(), fc.nat(255), fc.nat(4))
  .map(([bytes, at, by, missing]) =>
    bytes.slice(0, bytes.length - missing).map((byte, index) => (index === at % bytes.length ? by : byte)),
  );
const noiseFrames = fc
  .tuple(fc.nat(FRAME_TYPES.length), fc.uint8Array({ maxLength: 400 }))
  .map(([type, bytes]) => new Uint8Array([type, ...bytes]));
const anyBytes = fc.oneof(
  { weight: 6, arbitrary: encodedFrames },
  { weight: 3, arbitrary: tamperedFrames },
  { weight: 1, arbitrary: noiseFrames },
);

it("arbitrary bytes are rejected or decode to a frame that encodes to the same frame", () => {
  fc.assert(
    fc.property(anyBytes, (bytes) => {
      const frame = decodeFrame(bytes);
      if (frame) expect(decodeFrame(encodeFrame(frame))).toEqual(frame);
    }),
  );
});

/** Returns the event that the engine dispatches for a frame that matches no request. */
function toEvent(frame: Frame): SwarmEvent | undefined {
  if (frame.type === "announce") return { type: "announced", peerId: PEER_ID, entries: frame.entries };
  if (frame.type === "status") return { type: "peerStatus", peerId: PEER_ID, uplinkKbps: frame.uplinkKbps };
  if (frame.type === "cancel") {
    const { requestId, atByte } = frame;
    return { type: "uploadCancelled", peerId: PEER_ID, requestId, atByte };
  }
  if (frame.type !== "request") return undefined;
  const { type: _type, ...request } = frame;
  return { ...request, type: "requested", peerId: PEER_ID, totalBytes: 300_000 };
}

function expectBounded({ state }: SwarmHarness): void {
  const { have, want, fetching } = state.peers[PEER_ID] ?? { have: {}, want: {}, fetching: {} };
  for (const holdings of [have, want]) {
    expect(Object.keys(holdings).length).toBeLessThanOrEqual(TUNING.maxPeerTracks);
    for (const ranges of Object.values(holdings)) {
      expect(ranges.length).toBeLessThanOrEqual(TUNING.maxPeerRanges);
      expect(ranges.every((edge, at) => at === 0 || edge > (ranges[at - 1] ?? 0))).toBe(true);
    }
  }
  expect(Object.keys(fetching).length).toBeLessThanOrEqual(TUNING.maxPeerFetches);
  expect(state.uploads.length).toBeLessThanOrEqual(TUNING.uploadSlots + TUNING.maxQueuedUploads);
}

it("arbitrary frames of a peer neither stop the scheduler nor exceed the limits of its state", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(anyBytes, fc.nat(500)), { maxLength: 60 }), (frames) => {
      const harness = new SwarmHarness().joined(20).open(PEER_ID).open("honest").play(0);
      for (const [bytes, waitMs] of frames) {
        const frame = decodeFrame(bytes);
        const event = frame && toEvent(frame);
        if (event) harness.send(event);
        harness.pass(waitMs);
        expectBounded(harness);
      }
      harness.announce("honest", "u/1/v0/1", "have");
      harness.want("u/1/v0/1", 4);
      harness.pass(200);
      expect(harness.state.wants["u/1/v0/1"]).toBeDefined();
    }),
  );
});
