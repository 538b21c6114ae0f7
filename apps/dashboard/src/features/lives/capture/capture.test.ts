import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Capture } from "./capture.ts";
import type { CaptureState } from "./capture.types.ts";
import { FakeRecorder } from "./fake-recorder.ts";
import { FakeSocket } from "./fake-socket.ts";

const INGEST_ADDRESS = { captureUrl: "ws://127.0.0.1/capture", streamKey: "s3cret-key" };
const MIME_TYPE = "video/webm;codecs=h264,opus";

let sockets: FakeSocket[];
let recorders: FakeRecorder[];
let states: CaptureState[];
let capture: Capture;
beforeEach(() => {
  vi.useFakeTimers();
  [sockets, recorders, states] = [[], [], []];
  capture = new Capture({
    stream: {} as MediaStream,
    address: INGEST_ADDRESS,
    mimeType: MIME_TYPE,
    openSocket(url) {
      const socket = new FakeSocket(url);
      sockets.push(socket);
      return socket;
    },
    makeRecorder(_, options) {
      const recorder = new FakeRecorder(options);
      recorders.push(recorder);
      return recorder;
    },
    onState: (state) => states.push(state),
  });
  capture.start();
});
afterEach(() => vi.useRealTimers());

const phasesOf = () => states.map(({ phase }) => phase);
const admitPublisher = (socket = sockets.at(-1)) => {
  socket?.open();
  socket?.receive({ type: "admitted" });
};

test("recording starts only after the key was admitted, and each slice is sent immediately", () => {
  sockets[0]?.open();
  expect(sockets[0]?.sent).toEqual([
    JSON.stringify({ type: "begin", key: INGEST_ADDRESS.streamKey, mimeType: MIME_TYPE }),
  ]);
  expect([recorders, phasesOf()]).toEqual([[], []]);
  sockets[0]?.receive({ type: "admitted" });
  recorders[0]?.give("first");
  expect(sockets[0]?.sent.at(-1)).toMatchObject({ text: "first" });
  expect(phasesOf()).toEqual(["live"]);
});

test("a lost connection is restored automatically with growing delays and a new recorder", () => {
  admitPublisher();
  sockets[0]?.break();
  expect([phasesOf(), recorders[0]?.state]).toEqual([["live", "lost"], "inactive"]);
  vi.advanceTimersByTime(500);
  sockets[1]?.break();
  vi.advanceTimersByTime(999);
  expect(sockets).toHaveLength(2);
  vi.advanceTimersByTime(1);
  admitPublisher();
  recorders[1]?.give("header");
  expect(sockets[2]?.sent.at(-1)).toMatchObject({ text: "header" });
  expect(phasesOf()).toEqual(["live", "lost", "live"]);
});

test("reconnecting is given up after a minute", () => {
  for (let n = 0; n < 100 && capture.state.phase !== "ended"; n++) {
    sockets.at(-1)?.break();
    vi.advanceTimersByTime(1_000);
  }
  expect(capture.state).toEqual({ phase: "ended", fault: "unreachable" });
  expect(sockets.length).toBeLessThan(16);
});

test.each(["unknown_key", "stopped", "unsupported_type", "replaced"] as const)(
  "the refusal %s ends the capture without another attempt",
  (reason) => {
    admitPublisher();
    sockets[0]?.receive({ type: "refused", reason });
    sockets[0]?.break();
    vi.advanceTimersByTime(120_000);
    expect([states.at(-1), sockets.length]).toEqual([{ phase: "ended", fault: reason }, 1]);
  },
);

test("a server that is unavailable is tried again", () => {
  admitPublisher();
  sockets[0]?.receive({ type: "refused", reason: "unavailable" });
  sockets[0]?.break();
  vi.advanceTimersByTime(500);
  expect(sockets).toHaveLength(2);
});

test("the backlog of a slow connection is dropped, and the bit rate is lowered", () => {
  admitPublisher();
  const [socket] = sockets;
  if (socket) socket.bufferedAmount = 10_000_000;
  recorders[0]?.give("late");
  expect(socket?.sent).toHaveLength(1);
  admitPublisher();
  recorders[1]?.give("header");
  expect(sockets[1]?.sent.at(-1)).toMatchObject({ text: "header" });
  const [before, after] = recorders.map(({ options }) => options.videoBitsPerSecond);
  expect(after).toBeLessThan(before ?? 0);
  // A lower bit rate must not change the phase that the page shows.
  expect(phasesOf()).toEqual(["live"]);
});

test("stopping sends the last slice and the end message, and waits for the server", async () => {
  admitPublisher();
  const stopping = capture.stop();
  expect(sockets[0]?.sent.slice(-2)).toMatchObject([{ text: "last" }, JSON.stringify({ type: "end" })]);
  sockets[0]?.break();
  await stopping;
  expect(states.at(-1)).toEqual({ phase: "ended", fault: undefined });
  vi.advanceTimersByTime(120_000);
  expect(sockets).toHaveLength(1);
});

test("stopping does not wait for a server that does not respond", async () => {
  admitPublisher();
  const stopping = capture.stop();
  vi.advanceTimersByTime(3_000);
  await stopping;
  expect(capture.state.phase).toBe("ended");
});

test("switching the camera starts another recording without changing the phase", () => {
  admitPublisher();
  capture.replaceStream({} as MediaStream);
  admitPublisher();
  expect([recorders.length, sockets.length, phasesOf()]).toEqual([2, 2, ["live"]]);
});
