import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { SLOWEST_BYTES_PER_SEC, watchPace } from "./body-pace.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Returns the error codes for a line that delivers this many bytes in each second of `seconds`. */
function codesOf(bytesPerSec: number, seconds: number): string[] {
  const codes: string[] = [];
  let bytes = 0;
  const stop = watchPace(
    () => bytes,
    () => codes.push("too slow"),
  );
  for (let second = 0; second < seconds; second += 1) {
    bytes += bytesPerSec;
    vi.advanceTimersByTime(1_000);
  }
  stop();
  vi.advanceTimersByTime(60_000);
  return codes;
}

test.each([
  ["a third of 1 Mbit/s", 125_000 / 3, 120, []],
  ["the lowest accepted speed", SLOWEST_BYTES_PER_SEC, 500, []],
  ["one byte per second", 1, 120, ["too slow"]],
  ["nothing for longer than the tolerance", 0, 21, ["too slow"]],
  ["nothing for a short while, as in a tunnel", 0, 15, []],
])("watchPace judges a line that delivers %s", (_line, bytesPerSec, seconds, codes) => {
  expect(codesOf(bytesPerSec, seconds)).toEqual(codes);
});
