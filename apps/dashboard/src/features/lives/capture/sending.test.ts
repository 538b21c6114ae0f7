import type { PublishAddress } from "@shoal/contract";
import { eventually } from "@shoal/testkit/eventually";
import { beforeEach, expect, test } from "vitest";
import type { CaptureState } from "./capture.types.ts";
import { FakeConnection } from "./direct/fake-connection.ts";
import { FakeRecorder } from "./fake-recorder.ts";
import { FakeSocket } from "./fake-socket.ts";
import { Sending } from "./sending.ts";

const MIME_TYPE = "video/webm;codecs=h264,opus";
const ROOM = { url: "ws://127.0.0.1/direct", pass: "pass" };
const ADDRESS: PublishAddress = {
  url: "rtmp://127.0.0.1/live",
  secureUrl: null,
  srtUrl: null,
  streamKey: "s3cret-key",

  captureUrl: "ws://127.0.0.1/capture",
  direct: { ...ROOM, isRecorded: false },
};
const recorded = (direct: PublishAddress["direct"]): PublishAddress => ({ ...ADDRESS, direct });

let sockets: FakeSocket[];
let recorders: FakeRecorder[];
let states: CaptureState[];
let rooms: string[];
let connections: FakeConnection[];
beforeEach(() => {
  [sockets, recorders, states, rooms, connections] = [[], [], [], [], []];
});

const FILMED = {
  getVideoTracks: () => [{ contentHint: "" }],
  getAudioTracks: () => [],
} as unknown as MediaStream;

/**
 * Starts a page that publishes only to direct viewers.
 * @param next returns the live's address when it is requested again.
 */
function begin(next: () => Promise<PublishAddress>): Sending {
  const sending = new Sending({
    stream: FILMED,
    kind: "camera",
    address: ADDRESS,
    mimeType: MIME_TYPE,
    getAddress: next,
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
    makeConnection(configuration) {
      const connection = new FakeConnection(configuration);
      connections.push(connection);
      return connection;
    },
    onState: (state) => states.push(state),
    onDirect: ({ phase }) => rooms.push(phase),
  });
  sending.start();
  return sending;
}

const lines = () => sockets.filter(({ url }) => url === ADDRESS.captureUrl);
function refuse(): void {
  lines()[0]?.open();
  lines()[0]?.receive({ type: "refused", reason: "recording_needed" });
}
function admit(): void {
  lines()[1]?.open();
  lines()[1]?.receive({ type: "admitted" });
}

test.each([
  ["whose room stays", recorded({ ...ROOM, isRecorded: true }), []],
  ["that has no room any more", recorded(null), ["ended"]],
])("a live %s starts a recording when the ingest requires one", async (_which, next, rooms_) => {
  const sending = begin(async () => next);
  refuse();
  await eventually(() => expect(lines()).toHaveLength(2));
  admit();
  expect(lines()[1]?.sent[0]).toBe(
    JSON.stringify({ type: "begin", key: ADDRESS.streamKey, mimeType: MIME_TYPE }),
  );
  expect([recorders[0]?.state, states, sending.state, rooms]).toEqual([
    "recording",
    [{ phase: "connecting" }, { phase: "live" }],
    { phase: "live" },
    rooms_,
  ]);
});

test.each([
  ["nobody tells how it is sent", () => Promise.reject(new Error("away"))],
  ["the live still has no recording", async () => ADDRESS],
])("the refusal is shown if %s", async (_when, next) => {
  begin(next);
  refuse();
  await eventually(() => expect(states).toEqual([{ phase: "ended", fault: "recording_needed" }]));
  expect([lines().length, recorders, rooms]).toEqual([1, [], ["ended"]]);
});

test("direct viewers get less of the uplink when a recording uses it too", async () => {
  begin(async () => recorded({ ...ROOM, isRecorded: true }));
  const room = sockets.find(({ url }) => url === ROOM.url);
  room?.open();
  room?.receive({ type: "published", places: [] });
  for (const place of ["a", "b", "c", "d", "e"]) room?.receive({ type: "viewer", place, iceServers: [] });
  const shares = () =>
    connections.map(({ senders }) => (senders[0]?.parameters.encodings[0]?.maxBitrate ?? 0) / 1_000);
  await eventually(() => expect(shares()).toEqual(Array(5).fill(1_600)));
  refuse();
  await eventually(() => expect(shares()).toEqual(Array(5).fill(1_000)));
});

test("stopping while the address is requested sends nothing more", async () => {
  const asked = Promise.withResolvers<PublishAddress>();
  const sending = begin(() => asked.promise);
  refuse();
  await sending.stop();
  asked.resolve(recorded(null));
  await asked.promise;
  expect([lines().length, recorders]).toEqual([1, []]);
});
