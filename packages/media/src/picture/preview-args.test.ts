import { expect, test } from "vitest";
import { waveformValues } from "./preview-args.ts";

test("a waveform value is the loudest sample of its section, positive or negative", () => {
  expect(waveformValues(Int8Array.from([-128, 3, -1, 32, 0, 0]))).toEqual([100, 50, 0]);
});

test("long audio has 200 waveform values, and the last one covers the last section", () => {
  const pairs = new Int8Array(2 * 1_001);
  pairs[2 * 1_001 - 1] = 127;
  const values = waveformValues(pairs);
  expect(values).toHaveLength(200);
  expect(values.at(-1)).toBe(100);
  expect(values.slice(0, -1).every((value) => value === 0)).toBe(true);
});

test("empty audio has no waveform values", () => {
  expect(waveformValues(new Int8Array())).toEqual([]);
});
