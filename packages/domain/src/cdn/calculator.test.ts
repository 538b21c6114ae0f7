import * as fc from "@shoal/testkit/property";
import { expect, test } from "vitest";
import {
  calculatePrice,
  DEFAULT_NUMBERS,
  inputOf,
  NUMBER_LIMITS,
  readNumbers,
  writeNumbers,
} from "./calculator.ts";

const inputOfTerabytes = (terabytes: number, offloadPct = 0) =>
  calculatePrice({ by: "traffic", terabytes }, offloadPct);

test.each([
  [0, 0, 25_000, "perTb"],
  [0.5, 0, 25_000, "perTb"],
  [1, 0, 25_000, "perTb"],
  [1.5, 500, 25_000, "perTb"],
  [26, 25_000, 25_000, "perTb"],
  [26.001, 25_001, 25_000, "fixed"],
  [50, 49_000, 25_000, "fixed"],
  [50.000_001, 49_000, 25_000, "fixed"],
  [51.5, 50_500, 26_500, "fixed"],
  [1_000, 999_000, 975_000, "fixed"],
])(
  "%d TB cost %d cents per TB or %s cents at the fixed price: %s is cheaper",
  (terabytes, perTbCents, fixedCents, cheaper) => {
    expect(inputOfTerabytes(terabytes)).toMatchObject({ perTbCents, fixedCents, cheaper });
  },
);

test("viewers, hours and bitrate are converted to bytes", () => {
  // 1,000 people, 2 hours each, 4 Mbit/s: 3.6 TB.
  const viewers = calculatePrice({ by: "viewers", viewers: 1_000, hoursEach: 2, kbps: 4_000 }, 25);
  expect(viewers).toMatchObject({
    deliveredBytes: 3.6e12,
    peerBytes: 0.9e12,
    serverBytes: 2.7e12,
    perTbCents: 2_600,
  });
  expect(calculatePrice({ by: "hours", hours: 2_000, kbps: 4_000 }, 25)).toEqual(viewers);
});

test("peers reduce server bytes but not the price", () => {
  expect(inputOfTerabytes(10, 95)).toMatchObject({
    serverBytes: 0.5e12,
    perTbCents: inputOfTerabytes(10, 0).perTbCents,
  });
});

test("a link contains exactly the numbers that its mode uses", () => {
  expect(writeNumbers(DEFAULT_NUMBERS)).toBe("by=traffic&terabytes=10&offloadPct=60");
  const numbers = {
    ...DEFAULT_NUMBERS,
    by: "viewers" as const,
    viewers: 12,
    hoursEach: 0.5,
    kbps: 1_500,
    offloadPct: 0,
  };
  expect(readNumbers(new URLSearchParams(writeNumbers(numbers)))).toEqual(numbers);
  expect(inputOf(numbers)).toEqual({ by: "viewers", viewers: 12, hoursEach: 0.5, kbps: 1_500 });
});

test.each([
  ["", DEFAULT_NUMBERS],
  ["by=cents&terabytes=-3", DEFAULT_NUMBERS],
  ["terabytes=1e9&kbps=abc", DEFAULT_NUMBERS],
  [
    "terabytes=999999&offloadPct=100&kbps=0",
    { ...DEFAULT_NUMBERS, terabytes: 9_000, offloadPct: 95, kbps: 1 },
  ],
])("readNumbers reads %j with defaults and clamped values", (query, numbers) => {
  expect(readNumbers(new URLSearchParams(query))).toEqual(numbers);
});

test("any numbers give whole cents and whole bytes, and server and peer bytes add up to the delivery", () => {
  const number = (name: keyof typeof NUMBER_LIMITS) => fc.double({ ...NUMBER_LIMITS[name], noNaN: true });
  const input = fc.oneof(
    fc.record({ by: fc.constant("traffic" as const), terabytes: number("terabytes") }),
    fc.record({
      by: fc.constant("viewers" as const),
      viewers: number("viewers"),
      hoursEach: number("hoursEach"),
      kbps: number("kbps"),
    }),
  );
  fc.assert(
    fc.property(input, number("offloadPct"), (given, offloadPct) => {
      const { deliveredBytes, peerBytes, serverBytes, perTbCents } = calculatePrice(given, offloadPct);
      expect(peerBytes + serverBytes).toBe(deliveredBytes);
      for (const whole of [deliveredBytes, peerBytes, serverBytes, perTbCents]) {
        expect(Number.isSafeInteger(whole)).toBe(true);
        expect(whole).toBeGreaterThanOrEqual(0);
      }
    }),
  );
});
