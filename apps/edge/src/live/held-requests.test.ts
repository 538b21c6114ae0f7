import { EventEmitter } from "node:events";
import { setImmediate as turn } from "node:timers/promises";
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
const roomFor = (timeoutMs: number) => ({ timeoutMs, caller: new EventEmitter(), isUrgent: false });

it("a request is held until what it waits for is there", async () => {
  const { stream, listeners, change } = fakeStream();
  const held = new HeldRequests();
  let isReady = false;
  const options = roomFor(60_000);
  const answer = held.until(stream, () => isReady, options);
  change();
  expect(held.count).toBe(1);
  isReady = true;
  change();
  expect(await answer).toBe(true);
  expect([held.count, listeners.size, options.caller.listenerCount("close")]).toEqual([0, 0, 0]);
});

it("a request is held no longer than it may be, or than its caller waits", async () => {
  vi.useFakeTimers();
  const { stream, listeners } = fakeStream();
  const held = new HeldRequests();
  const late = held.until(stream, () => false, roomFor(6_000));
  const { caller, ...rest } = roomFor(6_000);
  const left = held.until(stream, () => false, { ...rest, caller });
  caller.emit("close");
  expect(await left).toBe(false);
  vi.advanceTimersByTime(6_000);
  expect(await late).toBe(false);
  expect([held.count, listeners.size]).toEqual([0, 0]);
  vi.useRealTimers();
});

it("no more are held than there is room for", async () => {
  const { stream } = fakeStream();
  const held = new HeldRequests(1);
  const { caller, ...rest } = roomFor(60_000);
  const first = held.until(stream, () => false, { ...rest, caller });
  expect(() => held.until(stream, () => false, roomFor(60_000))).toThrow("Too many");
  expect(await held.until(stream, () => true, roomFor(60_000))).toBe(true);
  caller.emit("close");
  await first;
});

it("of many that wait for the same the urgent ones are answered at once, the others a few at a time", async () => {
  const { stream, listeners, change } = fakeStream();
  const held = new HeldRequests();
  let isReady = false;
  const hold = (isUrgent: boolean) => held.until(stream, () => isReady, { ...roomFor(60_000), isUrgent });
  const others = Array.from({ length: 100 }, () => hold(false));
  const urgent = Array.from({ length: 100 }, () => hold(true));
  isReady = true;
  change();
  expect(await Promise.all(urgent)).toEqual(urgent.map(() => true));
  expect(held.count).toBeGreaterThan(50);
  await turn();
  // Another change begins anew with all that are left, and answers none twice.
  change();
  expect(await Promise.all(others)).toEqual(others.map(() => true));
  expect([held.count, listeners.size]).toEqual([0, 0]);
});
