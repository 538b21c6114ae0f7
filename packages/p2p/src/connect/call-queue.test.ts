import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { CallQueue } from "./call-queue.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function queueOf(...peerIds: string[]) {
  const called: string[] = [];
  const calls = new CallQueue((peerId) => called.push(peerId));
  for (const peerId of peerIds) calls.add(peerId);
  return { calls, called };
}

describe("CallQueue", () => {
  it("calls two peers at a time, and the next one when a call has opened or closed", () => {
    const { calls, called } = queueOf("a", "b", "c", "d");
    expect(called).toEqual(["a", "b"]);
    calls.settled("b");
    expect(called).toEqual(["a", "b", "c"]);
    calls.settled("b");
    expect(called).toEqual(["a", "b", "c"]);
  });

  it("calls more peers after 600 ms if the first ones do not answer", () => {
    const { called } = queueOf("a", "b", "c", "d", "e");
    vi.advanceTimersByTime(600);
    expect(called).toEqual(["a", "b", "c", "d"]);
    vi.advanceTimersByTime(600);
    expect(called).toEqual(["a", "b", "c", "d", "e"]);
  });

  it("never calls a peer that has settled before its turn", () => {
    const { calls, called } = queueOf("a", "b", "c", "d");
    calls.settled("c");
    calls.settled("a");
    expect(called).toEqual(["a", "b", "d"]);
    for (const peerId of ["b", "d"]) calls.settled(peerId);
    vi.advanceTimersByTime(10_000);
    expect(called).toEqual(["a", "b", "d"]);
  });
});
