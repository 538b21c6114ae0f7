import { expect, test } from "vitest";
import { Mp4Error } from "./boxes.ts";
import { readFragment } from "./read-fragment.ts";
import { type FragmentSample, writeFragment } from "./write-cmaf.ts";

const createSample = (byte: number): FragmentSample => ({
  durationTicks: 40,
  isSync: byte === 0,
  ctsTicks: byte,
  bytes: Buffer.alloc(5, byte),
});
const SAMPLES = Array.from({ length: 6 }, (_, n) => createSample(n));

test("a segment of several parts is read as one fragment", () => {
  const [first, second, third] = [SAMPLES.slice(0, 2), SAMPLES.slice(2, 5), SAMPLES.slice(5)];
  const parts = [
    writeFragment(0, 1_000, first),
    writeFragment(1, 1_080, second),
    writeFragment(2, 1_200, third),
  ];
  expect(readFragment(Buffer.concat(parts))).toEqual({ baseTicks: 1_000, samples: SAMPLES });
});

test("a gap between two parts extends the sample before it", () => {
  const parts = [writeFragment(0, 0, SAMPLES.slice(0, 3)), writeFragment(1, 125, SAMPLES.slice(3))];
  const durations = readFragment(Buffer.concat(parts)).samples.map(({ durationTicks }) => durationTicks);
  expect(durations).toEqual([40, 40, 45, 40, 40, 40]);
});

test("a segment with a truncated part or bytes outside of boxes is rejected", () => {
  const whole = writeFragment(0, 0, SAMPLES);
  const torn = Buffer.concat([whole, writeFragment(1, 240, SAMPLES).subarray(0, -3)]);
  expect(() => readFragment(torn)).toThrow(Mp4Error);
  expect(() => readFragment(Buffer.concat([whole, Buffer.alloc(20)]))).toThrow(Mp4Error);
});
