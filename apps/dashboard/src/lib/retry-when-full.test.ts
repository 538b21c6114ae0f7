import { TOO_MANY_SOCKETS } from "@shoal/contract";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { retryWhenFull } from "./retry-when-full.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Creates a socket that counts its connections. */
function rigOf() {
  const rig = { connects: 0, refuse: (_why: string): void => undefined };
  const socket = {
    on: (_event: string, handle: (error: Error) => void) => {
      rig.refuse = (why) => handle(new Error(why));
    },
    connect: () => {
      rig.connects += 1;
    },
  };
  return Object.assign(rig, { stop: retryWhenFull(socket) });
}

test("a window without a socket retries once after a delay", () => {
  const rig = rigOf();
  rig.refuse(TOO_MANY_SOCKETS);
  rig.refuse(TOO_MANY_SOCKETS);
  vi.advanceTimersByTime(29_999);
  expect(rig.connects).toBe(0);
  vi.advanceTimersByTime(60_000);
  expect(rig.connects).toBe(1);
});

test("a socket that was refused for another reason, or stopped, is not retried", () => {
  const rig = rigOf();
  rig.refuse("not_signed_in");
  rig.refuse(TOO_MANY_SOCKETS);
  rig.stop();
  vi.advanceTimersByTime(60_000);
  expect(rig.connects).toBe(0);
});
