import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { CaptureState } from "./capture.types.ts";
import { FakeSocket } from "./fake-socket.ts";
import { Presence } from "./presence.ts";

const ADDRESS = { captureUrl: "ws://127.0.0.1/capture", streamKey: "s3cret-key" };
const MIME_TYPE = "video/webm;codecs=h264,opus";

let sockets: FakeSocket[];
let states: CaptureState[];
/** Runs the scheduled callback; undefined while none is scheduled. */
let tick: (() => void) | undefined;
let presence: Presence;
beforeEach(() => {
  vi.useFakeTimers();
  [sockets, states, tick] = [[], [], undefined];
  presence = new Presence({
    address: ADDRESS,
    mimeType: MIME_TYPE,
    openSocket(url) {
      const socket = new FakeSocket(url);
      sockets.push(socket);
      return socket;
    },
    tick(_everyMs, call) {
      tick = call;
      return () => {
        tick = undefined;
      };
    },
    onState: (state) => states.push(state),
  });
  presence.start();
});
afterEach(() => vi.useRealTimers());

const admit = () => {
  sockets.at(-1)?.open();
  sockets.at(-1)?.receive({ type: "admitted" });
};
const EMPTY = new Uint8Array(0);

test("the publisher announces that there will be no recording, and reports its presence repeatedly", () => {
  sockets[0]?.open();
  expect(sockets[0]?.sent).toEqual([
    JSON.stringify({ type: "begin", key: ADDRESS.streamKey, mimeType: MIME_TYPE, media: "none" }),
  ]);
  sockets[0]?.receive({ type: "admitted" });
  tick?.();
  expect([sockets[0]?.sent.slice(1), states]).toEqual([[EMPTY, EMPTY], [{ phase: "live" }]]);
});

test("a lost connection is restored with delays that grow until data arrives", () => {
  admit();
  sockets[0]?.break();
  expect([tick, states.at(-1)]).toEqual([undefined, { phase: "lost" }]);
  vi.advanceTimersByTime(500);
  admit();
  sockets[1]?.break();
  vi.advanceTimersByTime(999);
  expect(sockets).toHaveLength(2);
  vi.advanceTimersByTime(1);
  admit();
  tick?.();
  sockets[2]?.break();
  vi.advanceTimersByTime(500);
  expect(sockets).toHaveLength(4);
});

test.each(["unknown_key", "stopped", "unsupported_type", "replaced"] as const)(
  "the refusal %s ends the presence without another attempt",
  (reason) => {
    admit();
    sockets[0]?.receive({ type: "refused", reason });
    vi.advanceTimersByTime(120_000);
    expect([presence.state, sockets.length, tick]).toEqual([{ phase: "ended", fault: reason }, 1, undefined]);
  },
);

test("switching the camera does not change the connection", () => {
  admit();
  presence.replaceStream();
  expect([sockets.length, states]).toEqual([1, [{ phase: "live" }]]);
});

test("stopping sends the end message and no further reports", async () => {
  admit();
  const stopping = presence.stop();
  expect([sockets[0]?.sent.at(-1), tick]).toEqual([JSON.stringify({ type: "end" }), undefined]);
  sockets[0]?.break();
  await stopping;
  expect(presence.state).toEqual({ phase: "ended", fault: undefined });
});
