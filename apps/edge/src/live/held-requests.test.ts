import type { LiveStream } from "@shoal/media";
import { expect, it, vi } from "vitest";
import { HeldRequests } from "./held-requests.ts";

function fakeStream() {
  const listeners = new Set<() => void>();
  const stream = {
    onChange(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const change = () => {
    for (const listener of [...listeners]) listener();
  };
  return { stream: stream as unknown as LiveStream, listeners, change };
}
const still = () => new AbortController().signal;

it("a request is held until what it waits for is there", async () => {
  const { stream, listeners, change } = fakeStream();
  const held = new HeldRequests();
  let isReady = false;
  const answer = held.until(stream, () => isReady, { timeoutMs: 60_000, signal: still() });
  change();
  expect(held.count).toBe(1);
  isReady = true;
  change();
  expect(await answer).toBe(true);
  expect([held.count, listeners.size]).toEqual([0, 0]);
});

it("a request is held no longer than it may be, or than its caller waits", async () => {
  vi.useFakeTimers();
  const { stream, listeners } = fakeStream();
  const held = new HeldRequests();
  const late = held.until(stream, () => false, { timeoutMs: 6_000, signal: still() });
  const caller = new AbortController();
  const left = held.until(stream, () => false, { timeoutMs: 6_000, signal: caller.signal });
  caller.abort();
  expect(await left).toBe(false);
  vi.advanceTimersByTime(6_000);
  expect(await late).toBe(false);
  expect([held.count, listeners.size]).toEqual([0, 0]);
  vi.useRealTimers();
});

it("no more are held than there is room for", async () => {
  const { stream } = fakeStream();
  const held = new HeldRequests(1);
  const caller = new AbortController();
  const first = held.until(stream, () => false, { timeoutMs: 60_000, signal: caller.signal });
  const room = { timeoutMs: 60_000, signal: still() };
  expect(() => held.until(stream, () => false, room)).toThrow("Too many");
  expect(await held.until(stream, () => true, room)).toBe(true);
  caller.abort();
  await first;
});
