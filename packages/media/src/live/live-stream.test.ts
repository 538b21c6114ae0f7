import { afterEach, expect, it, vi } from "vitest";
import { steadyClock } from "./live-stream.ts";

const HOUR_MS = 3_600_000;
afterEach(() => void vi.useRealTimers());

it.each([
  ["forwards", HOUR_MS],
  ["back", -HOUR_MS],
])("a steady clock advances normally when the machine's clock is set %s by an hour", async (_how, stepMs) => {
  const clock = steadyClock();
  const beforeMs = clock.nowMs();
  expect(Math.abs(beforeMs - Date.now())).toBeLessThan(HOUR_MS / 2);
  vi.setSystemTime(Date.now() + stepMs);
  expect(clock.nowMs()).toBeGreaterThanOrEqual(beforeMs);
  expect(clock.nowMs() - beforeMs).toBeLessThan(HOUR_MS / 2);
  await clock.waitUntil(clock.nowMs() + 1, new AbortController().signal);
  expect(clock.nowMs()).toBeGreaterThan(beforeMs);
});

it("waitUntil of a steady clock never resolves early", async () => {
  const clock = steadyClock();
  const { signal } = new AbortController();
  for (let n = 0; n < 100; n++) {
    const timeMs = clock.nowMs() + 1;
    await clock.waitUntil(timeMs, signal);
    expect(clock.nowMs()).toBeGreaterThanOrEqual(timeMs);
  }
});
