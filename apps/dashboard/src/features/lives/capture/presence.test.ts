import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { CaptureState } from "./capture.types.ts";
import { FakeSocket } from "./fake-socket.ts";
import { Presence } from "./presence.ts";

const INGEST_ADDRESS = { captureUrl: "ws://127.0.0.1/capture", streamKey: "s3cret-key" };
const MIME_TYPE = "video/webm;codecs=h264,opus";

let sockets: FakeSocket[];
let states: CaptureState[];
/** Runs the scheduled callback; undefined while none is scheduled. */
let runTick: (() => void) | undefined;
let presence: Presence;
beforeEach(() => {
  vi.useFakeTimers();
  [sockets, states, runTick] = [[], [], undefined];
  presence = new Presence({
    address: INGEST_ADDRESS,
    mimeType: MIME_TYPE,
    openSocket(url) {
      const socket = new FakeSocket(url);
      sockets.push(socket);
      return socket;
    },
    tick(_everyMs, call) {
      runTick = call;
      return () => {
        runTick = undefined;
      };
    },
    onState: (state) => states.push(state),
  });
  presence.start();
});
afterEach(() => vi.useRealTimers());

const admitPublisher = () => {
  sockets.at(-1)?.open();
  sockets.at(-1)?.receive({ type: "admitted" });
};
const EMPTY_SLICE = new Uint8Array(0);

test("the publisher announces that there will be no recording, and reports its presence repeatedly", () => {
  sockets[0]?.open();
  expect(sockets[0]?.sent).toEqual([
    JSON.stringify({ type: "begin", key: INGEST_ADDRESS.streamKey, mimeType: MIME_TYPE, media: "none" }),
  ]);
  sockets[0]?.receive({ type: "admitted" });
  runTick?.();
  expect([sockets[0]?.sent.slice(1), states]).toEqual([[EMPTY_SLICE, EMPTY_SLICE], [{ phase: "live" }]]);
});

test("a lost connection is restored with delays that grow until data arrives", () => {
  admitPublisher();
  sockets[0]?.break();
  expect([runTick, states.at(-1)]).toEqual([undefined, { phase: "lost" }]);
  vi.advanceTimersByTime(500);
  admitPublisher();
  sockets[1]?.break();
  vi.advanceTimersByTime(999);
  expect(sockets).toHaveLength(2);
  vi.advanceTimersByTime(1);
  admitPublisher();
  runTick?.();
  sockets[2]?.break();
  vi.advanceTimersByTime(500);
  expect(sockets).toHaveLength(4);
});

test.each(["unknown_key", "stopped", "unsupported_type", "replaced"] as const)(
  "the refusal %s ends the presence without another attempt",
  (reason) => {
    admitPublisher();
    sockets[0]?.receive({ type: "refused", reason });
    vi.advanceTimersByTime(120_000);
    expect([presence.state, sockets.length, runTick]).toEqual([
      { phase: "ended", fault: reason },
      1,
      undefined,
    ]);
  },
);

test("switching the camera does not change the connection", () => {
  admitPublisher();
  presence.replaceStream();
  expect([sockets.length, states]).toEqual([1, [{ phase: "live" }]]);
});

test("stopping sends the end message and no further reports", async () => {
  admitPublisher();
  const stopping = presence.stop();
  expect([sockets[0]?.sent.at(-1), runTick]).toEqual([JSON.stringify({ type: "end" }), undefined]);
  sockets[0]?.break();
  await stopping;
  expect(presence.state).toEqual({ phase: "ended", fault: undefined });
});
