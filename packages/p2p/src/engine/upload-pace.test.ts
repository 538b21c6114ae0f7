import { expect, it } from "vitest";
import { SendWindow } from "../connect/send-window.ts";
import type { Frame } from "../protocol/index.ts";
import { sendPart, type UploadJob } from "./upload.ts";
import { UploadPace } from "./upload-pace.ts";

const WIRE_BYTES_PER_MS = 125;
const PATH_DELAY_MS = 10;

/** Simulates a link over a line of 1 Mbit/s by default, with a clock that only advances by waiting. */
function slowLink(bytesPerMs = WIRE_BYTES_PER_MS) {
  const window = new SendWindow();
  const onWay: { total: number; atMs: number }[] = [];
  let [nowMs, sent, freeAtMs] = [0, 0, 0];
  const refusals: number[] = [];
  const link = {
    window,
    refusals,
    sentBytes: () => sent,
    whenWritable: async () => {
      while (!window.isOpen) {
        const { total, atMs } = onWay.shift() ?? { total: sent, atMs: nowMs };
        nowMs = Math.max(nowMs, atMs);
        window.acknowledge(total, nowMs);
      }
      return true;
    },
    send: (frame: Frame) => {
      if (frame.type === "refuse") refusals.push(frame.requestId);
      if (frame.type !== "chunk") return true;
      const size = frame.payload.length;
      window.sent(size, nowMs);
      sent += size;
      freeAtMs = Math.max(freeAtMs, nowMs) + size / bytesPerMs;
      onWay.push({ total: sent, atMs: freeAtMs + PATH_DELAY_MS });
      return true;
    },
  };
  return { link, nowMs: () => nowMs };
}

/** Makes the job of sending a whole segment to one peer. */
function jobOf(of: Pick<UploadJob, "link" | "nowMs" | "pace">): UploadJob {
  const bytes = new Uint8Array(160_000);
  const range = { bytes, fromByte: 0, endByte: () => bytes.length };
  const job = {
    peerId: "a",
    requestId: 1,
    percent: () => 80,
    isHeldBack: () => false,
    onSent: () => undefined,
  };
  return { ...job, ...range, ...of };
}

it("an upload measures the rate of the line while it is saturated", async () => {
  const { link, nowMs } = slowLink();
  const pace = new UploadPace();
  const measure = await sendPart(jobOf({ link, nowMs, pace }));
  expect(pace.measured("a", measure, nowMs())).toBe(true);
  expect(pace.bytesPerSec / 1000).toBeCloseTo(WIRE_BYTES_PER_MS, -1);
});

it("uploads use the rule's share of the uplink, and more only for a burst after an idle time", () => {
  const pace = new UploadPace();
  expect(pace.spend("a", 1_000_000, 80, 0)).toBe(0);
  pace.measured("a", { bytes: 100_000, ms: 1_000, restedMs: 0 }, 0);
  let nowMs = 10_000;
  let sent = 0;
  for (; nowMs < 20_000; sent += 16_000) nowMs += pace.spend("a", 16_000, 80, nowMs);
  expect(sent).toBeGreaterThan(80_000 * 10);
  expect(sent).toBeLessThan(80_000 * 12.5);
});

it("small and paced transfers are no measurements, and a path is measured again after a minute", () => {
  const pace = new UploadPace();
  const paced = { bytes: 80_000, ms: 1_000, restedMs: 250 };
  expect(pace.measured("a", { bytes: 10_000, ms: 100, restedMs: 0 }, 0)).toBe(false);
  pace.measured("a", { bytes: 100_000, ms: 1_000, restedMs: 0 }, 0);
  expect(pace.measured("a", paced, 30_000)).toBe(false);
  expect(pace.bytesPerSec).toBe(100_000);
  expect(pace.spend("a", 1_000_000, 80, 40_000)).toBeGreaterThan(0);
  pace.measured("a", paced, 61_000);
  expect(pace.spend("a", 1_000_000, 80, 61_000)).toBe(0);
  pace.measured("a", { bytes: 200_000, ms: 1_000, restedMs: 0 }, 63_000);
  expect(pace.bytesPerSec).toBe(200_000);
});

it("a large transfer within milliseconds shows a fast line, while a small one is no measurement", () => {
  const pace = new UploadPace();
  expect(pace.measured("a", { bytes: 20_000, ms: 2, restedMs: 0 }, 0)).toBe(false);
  expect(pace.measured("a", { bytes: 160_000, ms: 5, restedMs: 0 }, 0)).toBe(true);
  // These are 160 kB in 20 ms, which is the shortest time that counts.
  expect(pace.bytesPerSec).toBe(8_000_000);
});

it("a short sample changes the measured rate only slightly", () => {
  const pace = new UploadPace();
  pace.measured("a", { bytes: 100_000, ms: 1_000, restedMs: 0 }, 0);
  pace.measured("a", { bytes: 20_000, ms: 100, restedMs: 0 }, 1_000);
  expect(pace.bytesPerSec).toBe(105_000);
});

it("two simultaneous transfers are measured by the bytes of both", async () => {
  const pace = new UploadPace();
  const { link, nowMs } = slowLink();
  const other = new SendWindow();
  other.sent(1_000_000, 0);
  // Another peer receives the same amount at the same time.
  const whenWritable = async () => {
    const isOpen = await link.whenWritable();
    other.acknowledge(link.window.ackedBytes, nowMs());
    return isOpen;
  };
  const measure = await sendPart(jobOf({ link: { ...link, whenWritable }, nowMs, pace }));
  pace.measured("a", measure, nowMs());
  expect(pace.bytesPerSec / 2_000).toBeCloseTo(WIRE_BYTES_PER_MS, -1);
});

it("a faster sample changes the measured rate more than a slower one", () => {
  const [faster, slower] = [new UploadPace(), new UploadPace()];
  for (const pace of [faster, slower]) pace.measured("a", { bytes: 100_000, ms: 1_000, restedMs: 0 }, 0);
  faster.measured("a", { bytes: 150_000, ms: 1_000, restedMs: 0 }, 0);
  slower.measured("a", { bytes: 50_000, ms: 1_000, restedMs: 0 }, 0);
  expect(faster.bytesPerSec - 100_000).toBeGreaterThan(100_000 - slower.bytesPerSec);
});

it("the uplink is as fast as its fastest path, and paths unused for a minute are dropped", () => {
  const pace = new UploadPace();
  expect(pace.measured("slow", { bytes: 20_000, ms: 1_000, restedMs: 0 }, 0)).toBe(false);
  expect(pace.spend("other", 50_000, 80, 0)).toBe(0);
  expect(pace.measured("fast", { bytes: 100_000, ms: 1_000, restedMs: 0 }, 1_000)).toBe(true);
  pace.measured("slow", { bytes: 20_000, ms: 1_000, restedMs: 0 }, 30_000);
  expect(pace.bytesPerSec).toBe(100_000);
  pace.measured("slow", { bytes: 20_000, ms: 1_000, restedMs: 0 }, 62_000);
  expect(pace.bytesPerSec).toBe(20_000);
});

it("an upload pauses while it is held back and continues afterwards", async () => {
  const { link, nowMs } = slowLink();
  const sent: number[] = [];
  const isHeldBack = () => {
    sent.push(link.sentBytes());
    return sent.length < 3;
  };
  const measure = await sendPart({ ...jobOf({ link, nowMs, pace: new UploadPace() }), isHeldBack });
  expect(sent.slice(0, 4)).toEqual([0, 0, 0, expect.any(Number)]);
  expect(sent[3]).toBeGreaterThan(0);
  expect([link.sentBytes(), measure.restedMs]).toEqual([160_000, 100]);
});

it("an upload is refused midway when the uplink turns out to be too slow", async () => {
  const { link, nowMs } = slowLink(10);
  const pace = new UploadPace();
  const measure = await sendPart(jobOf({ link, nowMs, pace }));
  expect(link.sentBytes()).toBeLessThan(30_000);
  expect(link.refusals).toEqual([1]);
  expect(measure.bytes / measure.ms).toBeCloseTo(10, -1);
});
