import { expect, test } from "vitest";
import { EncoderBacklog } from "./encoder-backlog.ts";

const FRAME_DURATION_MS = 40;

/** Reads a publisher's frames one by one. */
class FrameReader {
  readonly backlog = new EncoderBacklog();
  nowMs = 1_000_000;
  timestampMs = 0;

  /**
   * Reads frames.
   * @param eachMs the time to read one frame.
   * @param waitMs the part of that time without room.
   */
  read(seconds: number, { eachMs = FRAME_DURATION_MS, waitMs = 0 } = {}): number {
    let message = { timestampMs: this.timestampMs, arrivedAtMs: this.nowMs };
    for (let n = 0; n < (seconds * 1_000) / FRAME_DURATION_MS; n++) {
      this.nowMs += eachMs;
      this.timestampMs += FRAME_DURATION_MS;
      this.backlog.wait(waitMs);
      message = { timestampMs: this.timestampMs, arrivedAtMs: this.nowMs };
      this.backlog.add(message);
    }
    return this.backlog.behindMs(message);
  }
}

test("an encoder that processes nine tenths of its input falls behind by the rest", () => {
  const reader = new FrameReader();
  expect(reader.read(5)).toBe(0);
  const behindMs = reader.read(20, { eachMs: 44, waitMs: 43 });
  expect(behindMs).toBeCloseTo(2_000, -2);
  // The encoder catches up once it has less to do.
  expect(reader.read(10, { eachMs: 34, waitMs: 33 })).toBeLessThan(behindMs - 1_000);
  expect(reader.read(20, { eachMs: 34, waitMs: 33 })).toBe(0);
});

test("a late publisher is not reported as a slow encoder", () => {
  const reader = new FrameReader();
  reader.read(5);
  reader.nowMs += 4_000;
  expect(reader.read(0.04)).toBe(0);
  // Data that was queued on the publisher's line arrives in a burst, faster than it can be encoded.
  expect(reader.read(4, { eachMs: 20, waitMs: 19 })).toBe(0);
  expect(reader.read(5)).toBe(0);
  // Each frame is so large that reading it waits briefly for room.
  reader.read(5, { waitMs: 10 });
  reader.nowMs += 3_000;
  expect(reader.read(5, { waitMs: 10 })).toBe(0);
});

test("reading skipped input without waiting does not count as having room", () => {
  const reader = new FrameReader();
  reader.read(5);
  expect(reader.read(20, { eachMs: 50, waitMs: 49 })).toBeGreaterThan(4_000);
  // Skipped input takes no time to read.
  reader.timestampMs += 3_000;
  reader.nowMs += 1_500;
  reader.backlog.pause();
  expect(reader.read(2, { eachMs: 40, waitMs: 39 })).toBeGreaterThan(1_000);
});

test("a publisher with a slow clock is not reported as a slow encoder", () => {
  const reader = new FrameReader();
  expect(reader.read(600, { eachMs: 41 })).toBeLessThan(50);
});

test("a publisher that sends as fast as possible does not make the encoder count as late", () => {
  const reader = new FrameReader();
  expect(reader.read(60, { eachMs: 10, waitMs: 10 })).toBe(0);
});
