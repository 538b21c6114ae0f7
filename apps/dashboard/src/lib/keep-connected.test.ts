import { TOO_MANY_SOCKETS } from "@shoal/contract";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type ConnectableSocket, keepConnected } from "./keep-connected.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Creates a socket that counts its connections. */
function setUp() {
  const listeners = new Map<string, (value: never) => void>();
  const harness = {
    connects: 0,
    refuse: (why: string) => listeners.get("connect_error")?.(new Error(why) as never),
    disconnect: (why: string) => listeners.get("disconnect")?.(why as never),
  };
  const socket: ConnectableSocket = {
    on: (event: string, handle: (value: never) => void) => listeners.set(event, handle),
    connect: () => {
      harness.connects += 1;
    },
  };
  return Object.assign(harness, { stop: keepConnected(socket) });
}

test("a window without a socket retries once after a delay", () => {
  const harness = setUp();
  harness.refuse(TOO_MANY_SOCKETS);
  harness.refuse(TOO_MANY_SOCKETS);
  vi.advanceTimersByTime(29_999);
  expect(harness.connects).toBe(0);
  vi.advanceTimersByTime(60_000);
  expect(harness.connects).toBe(1);
});

test("a socket that was refused for another reason, or stopped, is not retried", () => {
  const harness = setUp();
  harness.refuse("not_signed_in");
  harness.refuse(TOO_MANY_SOCKETS);
  harness.stop();
  vi.advanceTimersByTime(60_000);
  expect(harness.connects).toBe(0);
});

test("a socket that the server closed reconnects at once, one that the page closed does not", () => {
  const harness = setUp();
  harness.disconnect("io client disconnect");
  expect(harness.connects).toBe(0);
  harness.disconnect("io server disconnect");
  expect(harness.connects).toBe(1);
});
