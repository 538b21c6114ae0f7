import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FakeSocket } from "../fake-socket.ts";
import type { DirectState, RoomAddress } from "./direct.types.ts";
import { FakeConnection } from "./fake-connection.ts";
import { RoomPublisher } from "./room-publisher.ts";

const ICE_SERVERS = [{ urls: ["stun:stun.example.org"] }];

/** Returns a fake captured stream with tracks of the given names. */
function fakeStream(kind: "camera" | "screen", video: string, audio?: string) {
  const tracksOf = (id: string | undefined) => (id ? [{ id, contentHint: "" } as MediaStreamTrack] : []);
  const [videoTracks, audioTracks] = [tracksOf(video), tracksOf(audio)];
  const stream = { getVideoTracks: () => videoTracks, getAudioTracks: () => audioTracks };
  return { kind, stream: stream as MediaStream };
}

let sockets: FakeSocket[];
let connections: FakeConnection[];
let states: DirectState[];
/** The API's responses when the room's address is requested again. */
let addressAnswers: (RoomAddress | null | Error)[];
let publisher: RoomPublisher;
beforeEach(() => {
  vi.useFakeTimers();
  [sockets, connections, states, addressAnswers] = [[], [], [], []];
  publisher = new RoomPublisher({
    ...fakeStream("camera", "front", "voice"),
    address: { url: "wss://edge-1/direct", pass: "first" },
    async getAddress() {
      const answer = addressAnswers.shift();
      if (answer instanceof Error) throw answer;
      return answer === undefined ? { url: "wss://edge-1/direct", pass: "again" } : answer;
    },
    budgetKbps: 3_000,
    openSocket(url) {
      const socket = new FakeSocket(url);
      sockets.push(socket);
      return socket;
    },
    makeConnection(configuration) {
      const connection = new FakeConnection(configuration);
      connections.push(connection);
      return connection;
    },
    onState: (state) => states.push(state),
  });
  publisher.start();
});
afterEach(() => {
  publisher.stop();
  vi.useRealTimers();
});

const settlePromises = () => vi.advanceTimersByTimeAsync(0);
const signalsSentOn = (socket: FakeSocket | undefined) =>
  socket?.sent.map((text) => JSON.parse(String(text)));
/** Simulates that the room accepts this page as its publisher. */
function openRoom(places: string[] = []): void {
  sockets.at(-1)?.open();
  sockets.at(-1)?.receive({ type: "published", places });
}
async function welcomeViewers(...places: string[]): Promise<void> {
  for (const place of places) sockets.at(-1)?.receive({ type: "viewer", place, iceServers: ICE_SERVERS });
  await settlePromises();
}

test("the publisher sends its pass, and has no viewers at first", () => {
  openRoom();
  expect(signalsSentOn(sockets[0])).toEqual([{ type: "publish", pass: "first" }]);
  expect([sockets[0]?.url, states]).toEqual(["wss://edge-1/direct", [{ phase: "open", viewers: 0 }]]);
});

test("a viewer with a place is offered video and audio, and receives candidates as they are found", async () => {
  openRoom();
  await welcomeViewers("a");
  connections[0]?.find("candidate:1");
  expect(signalsSentOn(sockets[0])?.slice(1)).toEqual([
    { type: "signal", to: "a", signal: { kind: "offer", sdp: "offer" } },
    {
      type: "signal",
      to: "a",
      signal: { kind: "candidate", candidate: "candidate:1", sdpMid: "0", sdpMLineIndex: 0 },
    },
  ]);
  expect(connections[0]?.configuration).toEqual({ iceServers: ICE_SERVERS });
  expect(connections[0]?.senders.map(({ track }) => track?.id)).toEqual(["front", "voice"]);
});

test("candidates wait for the viewer's answer, and a viewer is counted once connected", async () => {
  openRoom();
  await welcomeViewers("a");
  const signal = (signal: object) => sockets[0]?.receive({ type: "signal", from: "a", signal });
  signal({ kind: "candidate", candidate: "early", sdpMid: "0", sdpMLineIndex: 0 });
  signal({ kind: "answer", sdp: "answer" });
  signal({ kind: "candidate", candidate: "late", sdpMid: "0", sdpMLineIndex: 0 });
  await settlePromises();
  expect(connections[0]?.received).toEqual(["answer", "early", "late"]);
  expect(publisher.state.viewers).toBe(0);
  connections[0]?.become("connected");
  expect(states.at(-1)).toEqual({ phase: "open", viewers: 1 });
});

test("viewers share the uplink, and leave their share to the others", async () => {
  const kbps = () =>
    connections.map(({ senders }) => (senders[0]?.parameters.encodings[0]?.maxBitrate ?? 0) / 1_000);
  openRoom();
  await welcomeViewers("a");
  expect(kbps()).toEqual([2_500]);
  await welcomeViewers("b", "c");
  expect(kbps()).toEqual([1_000, 1_000, 1_000]);
  sockets[0]?.receive({ type: "left", place: "b" });
  await settlePromises();
  expect([kbps()[0], connections[1]?.isClosed]).toEqual([1_500, true]);
});

test("switching the source reaches all viewers, and changes what degrades first", async () => {
  openRoom();
  await welcomeViewers("a");
  const [video, audio] = connections[0]?.senders ?? [];
  expect(video?.parameters.degradationPreference).toBe("maintain-framerate");
  publisher.replace(fakeStream("screen", "slides"));
  await settlePromises();
  expect([video?.track?.id, audio?.track]).toEqual(["slides", null]);
  expect(video?.track?.contentHint).toBe("detail");
  expect(video?.parameters.degradationPreference).toBe("maintain-resolution");
});

test("viewers keep their stream while the room is unreachable, and only those with a place keep it afterwards", async () => {
  openRoom();
  await welcomeViewers("a", "b");
  for (const connection of connections) connection.become("connected");
  sockets[0]?.break();
  expect(states.at(-1)).toEqual({ phase: "lost", viewers: 2 });
  await vi.advanceTimersByTimeAsync(500);
  openRoom(["b"]);
  expect(signalsSentOn(sockets[1])).toEqual([{ type: "publish", pass: "again", places: ["a", "b"] }]);
  expect(connections.map(({ isClosed }) => isClosed)).toEqual([true, false]);
  await welcomeViewers("b");
  expect([connections.length, states.at(-1)]).toEqual([2, { phase: "open", viewers: 1 }]);
});

test("a failed connection gets a new offer while its viewer holds a place", async () => {
  openRoom();
  await welcomeViewers("a");
  connections[0]?.become("connected");
  connections[0]?.become("failed");
  expect([connections[0]?.isClosed, publisher.state.viewers]).toEqual([true, 0]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(signalsSentOn(sockets[0])?.filter(({ signal }) => signal?.kind === "offer")).toHaveLength(2);
  connections[1]?.become("failed");
  sockets[0]?.receive({ type: "left", place: "a" });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(connections).toHaveLength(2);
});

test("a viewer's invalid answer does not interrupt other viewers", async () => {
  openRoom();
  await welcomeViewers("a", "b");
  connections[1]?.become("connected");
  sockets[0]?.receive({ type: "signal", from: "a", signal: { kind: "answer", sdp: "nonsense" } });
  await settlePromises();
  expect([connections[0]?.isClosed, publisher.state.viewers]).toEqual([true, 1]);
});

test("the publisher follows the room to other edges, but not endlessly", async () => {
  for (const edge of [2, 3, 4, 5]) {
    sockets.at(-1)?.open();
    sockets.at(-1)?.receive({ type: "elsewhere", url: `wss://edge-${edge}/direct` });
  }
  expect(sockets.map(({ url }) => url)).toEqual([1, 2, 3, 4].map((edge) => `wss://edge-${edge}/direct`));
  expect(signalsSentOn(sockets[2])).toEqual([{ type: "publish", pass: "first" }]);
  await vi.advanceTimersByTimeAsync(500);
  expect(sockets).toHaveLength(5);
});

test("the publisher reconnects with growing delays, even if no pass can be requested", async () => {
  sockets[0]?.break();
  addressAnswers = [new Error("away")];
  await vi.advanceTimersByTimeAsync(500);
  await vi.advanceTimersByTimeAsync(999);
  expect(sockets).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(sockets).toHaveLength(2);
  sockets[1]?.open();
  sockets[1]?.receive({ type: "refused", reason: "busy", comeBackInMs: 30_000 });
  await vi.advanceTimersByTimeAsync(29_999);
  expect(sockets).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(1);
  expect(sockets).toHaveLength(3);
});

test.each([
  ["someone else films", () => sockets[0]?.receive({ type: "refused", reason: "replaced" })],
  [
    "the live is without delay no more",
    () => {
      addressAnswers = [null];
      sockets[0]?.break();
    },
  ],
  ["it is stopped", () => publisher.stop()],
])("the publisher closes all connections and does not reconnect when %s", async (_what, happen) => {
  openRoom();
  await welcomeViewers("a");
  happen();
  await vi.advanceTimersByTimeAsync(120_000);
  expect(states.at(-1)?.phase).toBe("ended");
  expect([connections[0]?.isClosed, sockets.length]).toEqual([true, 1]);
});
