import type { PublishAddress } from "@shoal/contract";
import { eventually } from "@shoal/testkit/eventually";
import { beforeEach, expect, test } from "vitest";
import type { CaptureState } from "./capture.types.ts";
import { FakeConnection } from "./direct/fake-connection.ts";
import { FakeRecorder } from "./fake-recorder.ts";
import { FakeSocket } from "./fake-socket.ts";
import { LiveSender } from "./sending.ts";

const MIME_TYPE = "video/webm;codecs=h264,opus";
const ROOM_ADDRESS = { url: "ws://127.0.0.1/direct", pass: "pass" };
const PUBLISH_ADDRESS: PublishAddress = {
  url: "rtmp://127.0.0.1/live",
  secureUrl: null,
  srtUrl: null,
  streamKey: "s3cret-key",

  captureUrl: "ws://127.0.0.1/capture",
  direct: { ...ROOM_ADDRESS, isRecorded: false },
};
const publishAddressWith = (direct: PublishAddress["direct"]): PublishAddress => ({
  ...PUBLISH_ADDRESS,
  direct,
});

let sockets: FakeSocket[];
let recorders: FakeRecorder[];
let states: CaptureState[];
let roomUrls: string[];
let connections: FakeConnection[];
beforeEach(() => {
  [sockets, recorders, states, roomUrls, connections] = [[], [], [], [], []];
});

const CAPTURED_STREAM = {
  getVideoTracks: () => [{ contentHint: "" }],
  getAudioTracks: () => [],
} as unknown as MediaStream;

/**
 * Starts a page that publishes only to direct viewers.
 * @param next returns the publish address of the live when it is requested again.
 */
function startSending(next: () => Promise<PublishAddress>): LiveSender {
  const sending = new LiveSender({
    stream: CAPTURED_STREAM,
    kind: "camera",
    address: PUBLISH_ADDRESS,
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
    onDirect: ({ phase }) => roomUrls.push(phase),
  });
  sending.start();
  return sending;
}

const captureSockets = () => sockets.filter(({ url }) => url === PUBLISH_ADDRESS.captureUrl);
function refuseFirstLine(): void {
  captureSockets()[0]?.open();
  captureSockets()[0]?.receive({ type: "refused", reason: "recording_needed" });
}
function admitSecondLine(): void {
  captureSockets()[1]?.open();
  captureSockets()[1]?.receive({ type: "admitted" });
}

test.each([
  ["whose room stays", publishAddressWith({ ...ROOM_ADDRESS, isRecorded: true }), []],
  ["that has no room any more", publishAddressWith(null), ["ended"]],
])("a live %s starts a recording when the ingest requires one", async (_which, next, rooms_) => {
  const sending = startSending(async () => next);
  refuseFirstLine();
  await eventually(() => expect(captureSockets()).toHaveLength(2));
  admitSecondLine();
  expect(captureSockets()[1]?.sent[0]).toBe(
    JSON.stringify({ type: "begin", key: PUBLISH_ADDRESS.streamKey, mimeType: MIME_TYPE }),
  );
  expect([recorders[0]?.state, states, sending.state, roomUrls]).toEqual([
    "recording",
    [{ phase: "connecting" }, { phase: "live" }],
    { phase: "live" },
    rooms_,
  ]);
});

test.each([
  ["nobody tells how it is sent", () => Promise.reject(new Error("away"))],
  ["the live still has no recording", async () => PUBLISH_ADDRESS],
])("the refusal is shown if %s", async (_when, next) => {
  startSending(next);
  refuseFirstLine();
  await eventually(() => expect(states).toEqual([{ phase: "ended", fault: "recording_needed" }]));
  expect([captureSockets().length, recorders, roomUrls]).toEqual([1, [], ["ended"]]);
});

test("direct viewers get less of the uplink when a recording uses it too", async () => {
  startSending(async () => publishAddressWith({ ...ROOM_ADDRESS, isRecorded: true }));
  const room = sockets.find(({ url }) => url === ROOM_ADDRESS.url);
  room?.open();
  room?.receive({ type: "published", places: [] });
  for (const place of ["a", "b", "c", "d", "e"]) room?.receive({ type: "viewer", place, iceServers: [] });
  const shares = () =>
    connections.map(({ senders }) => (senders[0]?.parameters.encodings[0]?.maxBitrate ?? 0) / 1_000);
  await eventually(() => expect(shares()).toEqual(Array(5).fill(1_600)));
  refuseFirstLine();
  await eventually(() => expect(shares()).toEqual(Array(5).fill(1_000)));
});

test("stopping while the address is requested sends nothing more", async () => {
  const asked = Promise.withResolvers<PublishAddress>();
  const sending = startSending(() => asked.promise);
  refuseFirstLine();
  await sending.stop();
  asked.resolve(publishAddressWith(null));
  await asked.promise;
  expect([captureSockets().length, recorders]).toEqual([1, []]);
});
