import { EventEmitter } from "node:events";
import { setImmediate as turn } from "node:timers/promises";
import type { LiveStream } from "@shoal/media";
import { expect, it, vi } from "vitest";
import { type AwaitedPart, PendingRequests, type WaitOptions } from "./pending-requests.ts";

function fakeStream() {
  const listeners = new Set<() => void>();
  const stream = {
    onChange(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const change = () => {
    for (const listener of Array.from(listeners)) listener();
  };
  return { stream: stream as unknown as LiveStream, listeners, change };
}
const roomFor = (timeoutMs: number) => ({ timeoutMs, caller: new EventEmitter() });
const awaitPart = (held: PendingRequests, ...asked: [LiveStream, AwaitedPart, WaitOptions]) =>
  new Promise<boolean>((answer) => held.hold(...asked, answer));
const countWaiting = (isReady: () => boolean): AwaitedPart => ({ name: "it", isReady, isUrgent: false });

it("a request is held until its part is available", async () => {
  const { stream, listeners, change } = fakeStream();
  const held = new PendingRequests();
  let isReady = false;
  const options = roomFor(60_000);
  const answer = awaitPart(
    held,
    stream,
    countWaiting(() => isReady),
    options,
  );
  change();
  expect(held.count).toBe(1);
  isReady = true;
  change();
  expect(await answer).toBe(true);
  expect([held.count, listeners.size, options.caller.listenerCount("close")]).toEqual([0, 0, 0]);
});

it("a request is held until its deadline, or until its caller disconnects", async () => {
  vi.useFakeTimers();
  const { stream, listeners } = fakeStream();
  const held = new PendingRequests();
  const late = awaitPart(
    held,
    stream,
    countWaiting(() => false),
    roomFor(6_000),
  );
  const { caller, ...rest } = roomFor(6_000);
  const left = awaitPart(
    held,
    stream,
    countWaiting(() => false),
    { ...rest, caller },
  );
  caller.emit("close");
  expect(await left).toBe(false);
  vi.advanceTimersByTime(6_000);
  expect(await late).toBe(false);
  expect([held.count, listeners.size]).toEqual([0, 0]);
  vi.useRealTimers();
});

it("requests for the same part have separate deadlines", async () => {
  vi.useFakeTimers();
  const { stream, listeners } = fakeStream();
  const held = new PendingRequests();
  const ended: string[] = [];
  const ask = (who: string) =>
    held.hold(
      stream,
      countWaiting(() => false),
      roomFor(6_000),
      () => void ended.push(who),
    );
  ask("first");
  vi.advanceTimersByTime(4_000);
  ask("second");
  vi.advanceTimersByTime(2_000);
  expect(ended).toEqual(["first"]);
  vi.advanceTimersByTime(3_999);
  expect(ended).toEqual(["first"]);
  vi.advanceTimersByTime(1);
  expect(ended).toEqual(["first", "second"]);
  expect([held.count, listeners.size]).toEqual([0, 0]);
  vi.useRealTimers();
});

it("requests beyond the limit are refused, unless their part is available", async () => {
  const { stream } = fakeStream();
  const held = new PendingRequests(1);
  const { caller, ...rest } = roomFor(60_000);
  const first = awaitPart(
    held,
    stream,
    countWaiting(() => false),
    { ...rest, caller },
  );
  const beyond = awaitPart(
    held,
    stream,
    countWaiting(() => false),
    roomFor(60_000),
  );
  await expect(beyond).rejects.toThrow("Too many");
  expect(
    await awaitPart(
      held,
      stream,
      countWaiting(() => true),
      roomFor(60_000),
    ),
  ).toBe(true);
  caller.emit("close");
  await first;
});

it("urgent requests are answered at once, and others a few at a time", async () => {
  const { stream, listeners, change } = fakeStream();
  const held = new PendingRequests();
  const checks = { urgent: 0, other: 0 };
  let isReady = false;
  const hold = (name: "urgent" | "other") => {
    const check = () => {
      checks[name] += 1;
      return isReady;
    };
    return awaitPart(held, stream, { name, isReady: check, isUrgent: name === "urgent" }, roomFor(60_000));
  };
  const others = Array.from({ length: 100 }, () => hold("other"));
  const urgent = Array.from({ length: 100 }, () => hold("urgent"));
  isReady = true;
  change();
  expect(await Promise.all(urgent)).toEqual(urgent.map(() => true));
  expect(held.count).toBe(100);
  // Each request is checked once on arrival. After the live has changed, all of them are checked together, once.
  expect(checks).toEqual({ urgent: 101, other: 101 });
  const left: number[] = [];
  while (held.count > 0) {
    await turn();
    left.push(held.count);
    // Another change must not cause a second response to any of the requests.
    change();
  }
  expect(left.filter((count) => count > 0 && count < 100).length).toBeGreaterThan(1);
  expect(await Promise.all(others)).toEqual(others.map(() => true));
  expect([held.count, listeners.size]).toEqual([0, 0]);
});

it("data for all responses is prepared once, and responses that are not urgent follow it", async () => {
  const { stream, change } = fakeStream();
  const held = new PendingRequests();
  const bytes = Promise.withResolvers<void>();
  const order: string[] = [];
  let brought = 0;
  let isReady = false;
  const hold = (name: string, rest: Pick<AwaitedPart, "isUrgent" | "prepare">) =>
    awaitPart(held, stream, { name, isReady: () => isReady, ...rest }, roomFor(60_000)).then(
      () => void order.push(name),
    );
  const prepare = () => {
    brought += 1;
    return bytes.promise;
  };
  const answers = [
    hold("list", { isUrgent: false }),
    hold("part", { isUrgent: true, prepare }),
    hold("part", { isUrgent: true, prepare }),
  ];
  isReady = true;
  change();
  await turn();
  expect([order, brought]).toEqual([[], 1]);
  bytes.reject(new Error("It cannot be had"));
  await Promise.all(answers);
  expect(order).toEqual(["part", "part", "list"]);
});

it("of several urgent parts that become available together, the smallest is sent first", async () => {
  const { stream, change } = fakeStream();
  const held = new PendingRequests();
  const order: string[] = [];
  let isReady = false;
  const hold = (name: string, bytes: number) => {
    const weight = { prepare: async () => bytes, weigh: () => bytes };
    const awaited = { name, isReady: () => isReady, isUrgent: true, ...weight };
    return awaitPart(held, stream, awaited, roomFor(60_000)).then(() => void order.push(name));
  };
  const answers = [hold("picture", 60_000), hold("sound", 5_000), hold("small picture", 20_000)];
  isReady = true;
  change();
  await Promise.all(answers);
  expect(order).toEqual(["sound", "small picture", "picture"]);
});

it("requests that are not urgent wait for urgent requests, but only for a limited time", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const { stream, change } = fakeStream();
  const held = new PendingRequests();
  let isReady = false;
  const awaited = {
    isReady: () => isReady,
    isUrgent: true,
    prepare: () => new Promise<void>(() => undefined),
  };
  const { caller, ...room } = roomFor(60_000);
  const part = awaitPart(held, stream, { ...awaited, name: "part" }, { ...room, caller });
  const list = awaitPart(
    held,
    stream,
    { name: "list", isReady: () => isReady, isUrgent: false },
    roomFor(60_000),
  );
  isReady = true;
  change();
  vi.advanceTimersByTime(100);
  expect(await list).toBe(true);
  expect(held.count).toBe(1);
  caller.emit("close");
  expect(await part).toBe(false);
  vi.useRealTimers();
});
