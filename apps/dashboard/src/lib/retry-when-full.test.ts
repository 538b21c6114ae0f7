import { TOO_MANY_SOCKETS } from "@shoal/contract";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { retryWhenFull } from "./retry-when-full.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Creates a socket that counts its connections. */
function setUp() {
  const harness = { connects: 0, refuse: (_why: string): void => undefined };
  const socket = {
    on: (_event: string, handle: (error: Error) => void) => {
      harness.refuse = (why) => handle(new Error(why));
    },
    connect: () => {
      harness.connects += 1;
    },
  };
  return Object.assign(harness, { stop: retryWhenFull(socket) });
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
