import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { openSocket } from "@shoal/safe-fetch";
import { eventually, freePorts, publish } from "@shoal/testkit";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { FlvReader } from "../media/flv.ts";
import type { MediaMessage } from "../media/media-message.ts";
import { encodeAmf0 } from "../protocol/amf0.ts";
import { writeMessage } from "../protocol/chunk-writer.ts";
import { MESSAGE } from "../protocol/message.ts";
import { startRtmpServer } from "../server/rtmp-server.ts";
import type { PublishRequest, RtmpServerOptions } from "../server/rtmp-server.types.ts";
import { admit, RecordingSink } from "../testing/sinks.ts";
import { publishRtmp } from "./publish-rtmp.ts";
import type { Publication, PublicationOptions } from "./publish-rtmp.types.ts";
import { readRtmpAddress } from "./rtmp-address.ts";

const execFileAsync = promisify(execFile);
const STREAM_KEY = "s3cret-key";
const RECORDING_DURATION_SEC = 2;
/** An encoder's output. */
let recording: MediaMessage[];
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "shoal-rtmp-client-"));
  const file = join(folder, "recording.flv");
  await publish(file, { seconds: RECORDING_DURATION_SEC }).ended;
  recording = [...new FlvReader().push(await readFile(file))];
});
const cleanups: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of cleanups.splice(0).toReversed()) await close();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const LOCAL_POLICY = { isPrivateAllowed: true, ports: "any" } as const;

function publishTo(url: string, options: Partial<PublicationOptions> & { ca?: Buffer } = {}): Publication {
  const address = readRtmpAddress(url);
  if (!address) throw new Error(`No address: ${url}`);
  const { ca, ...rest } = options;
  const trusted = ca ? { ca } : {};
  const publication = publishRtmp({
    address,
    key: STREAM_KEY,
    onStart: () => undefined,
    connect: (signal) => openSocket({ ...address, policy: LOCAL_POLICY, signal, ...trusted }),
    ...rest,
  });
  cleanups.push(() => publication.close());
  return publication;
}

/** Publishes the whole recording, and closes the stream once it has been sent. */
async function publishRecording(url: string, ca?: Buffer): Promise<string> {
  const started = Promise.withResolvers<void>();
  const publication = publishTo(url, { onStart: started.resolve, ...(ca ? { ca } : {}) });
  await Promise.race([started.promise, publication.ended]);
  for (const message of recording) publication.send(message);
  const sizeBytes = recording.reduce((sum, { payload }) => sum + payload.length, 0);
  await eventually(() => publication.sentBytes >= sizeBytes);
  publication.close();
  return (await publication.ended).reason;
}

async function startServer(options: Partial<RtmpServerOptions>) {
  const sink = new RecordingSink();
  const server = await startRtmpServer({
    host: "127.0.0.1",
    port: 0,
    admit: async () => admit("live", sink),
    ...options,
  });
  cleanups.push(() => server.close());
  return { server, sink };
}

/** A server that handles each connection as the test defines. */
async function startRaw(handle: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    handle(socket);
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  cleanups.push(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise((resolve) => server.close(() => resolve()));
  });
  return `rtmp://127.0.0.1:${(server.address() as AddressInfo).port}/live`;
}

const picturesOf = (messages: MediaMessage[]) => messages.filter(({ kind }) => kind !== "script");

test("published messages arrive unchanged with their timestamps, under app and key", async () => {
  const requests: PublishRequest[] = [];
  const sink = new RecordingSink();
  const { server } = await startServer({
    async admit(request) {
      requests.push(request);
      return admit("live", sink);
    },
  });
  expect(await publishRecording(`rtmp://127.0.0.1:${server.port}/some/app`)).toBe("closed");
  expect(await sink.ended).toBe("unpublished");
  expect(requests).toEqual([{ app: "some/app", key: STREAM_KEY, address: "127.0.0.1" }]);
  // The recording starts with a video frame. The end marker does not count.
  const beginsMs = recording.find(({ payload }) => payload[0] === 0x17 && payload[1] === 1)?.timestampMs ?? 0;
  const isSent = ({ kind, payload, timestampMs }: MediaMessage) =>
    payload[1] === 0 || (timestampMs >= beginsMs && (kind === "audio" || payload[1] === 1));
  expect(picturesOf(sink.messages)).toEqual(picturesOf(recording).filter(isSent));
  expect(sink.messages.filter(({ kind }) => kind === "script")[0]).toEqual(recording[0]);
});

test("ffmpeg accepts the publication as a server", async () => {
  const [port] = await freePorts(1);
  const url = `rtmp://127.0.0.1:${port}/live`;
  const file = join(folder, "received.flv");
  const listen = ["-v", "error", "-nostdin", "-y", "-listen", "1", "-i", `${url}/${STREAM_KEY}`];
  const received = execFileAsync("ffmpeg", [...listen, "-c", "copy", file]);
  await eventually(async () => {
    const { stdout } = await execFileAsync("ss", ["-ltnH", `sport = :${port}`]).catch(() => ({ stdout: "" }));
    return stdout !== "";
  });
  expect(await publishRecording(url)).toBe("closed");
  await received;
  const count = ["-count_packets", "-select_streams", "v", "-show_entries", "stream=nb_read_packets"];
  const { stdout } = await execFileAsync("ffprobe", ["-v", "error", ...count, "-of", "csv=p=0", file]);
  expect(Number(stdout.trim())).toBe(25 * RECORDING_DURATION_SEC);
});

test("RTMPS connects only to servers with a trusted certificate", async () => {
  const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  const request = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  const name = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"];
  await execFileAsync("openssl", [...request, "-keyout", key, "-out", cert, "-days", "1", ...name]);
  const tls = { key: await readFile(key), cert: await readFile(cert) };
  const { server, sink } = await startServer({ tls });
  const url = `rtmps://localhost:${server.port}/live`;
  expect(await publishTo(url).ended).toMatchObject({ reason: "not_connected", error: { reason: "tls" } });
  expect(await publishRecording(url, tls.cert)).toBe("closed");
  expect(await sink.ended).toBe("unpublished");
  expect(sink.messages.length).toBeGreaterThan(25 * RECORDING_DURATION_SEC);
  const another = publishTo(`rtmps://127.0.0.1:${server.port}/live`, { ca: tls.cert });
  expect(await another.ended).toMatchObject({ error: { reason: "tls" } });
});

test("a wrong key is refused, and no error contains it", async () => {
  const { server } = await startServer({ admit: async () => ({ isAdmitted: false, reason: "Unknown." }) });
  const end = await publishTo(`rtmp://127.0.0.1:${server.port}/live`).ended;
  expect(end.reason).toBe("refused");
  expect(JSON.stringify(end)).not.toContain(STREAM_KEY);
});

test("the reason distinguishes a server that ends or disappears from our own end", async () => {
  const { server, sink } = await startServer({});
  const started = Promise.withResolvers<void>();
  const publication = publishTo(`rtmp://127.0.0.1:${server.port}/live`, { onStart: started.resolve });
  await started.promise;
  for (const message of recording) publication.send(message);
  await sink.begun;
  server.end("live");
  expect((await publication.ended).reason).toBe("disconnected");
});

const SERVER_HELLO = Buffer.concat([Buffer.from([3]), Buffer.alloc(2 * 1_536)]);
const encodeCommand = (...values: Parameters<typeof encodeAmf0>) =>
  writeMessage({ type: MESSAGE.command, streamId: 0, payload: encodeAmf0(...values) }, 128);
const SERVER_WELCOME = Buffer.concat([
  SERVER_HELLO,
  encodeCommand("_result", 1, null, null),
  encodeCommand("_result", 4, null, 1),
  encodeCommand("onStatus", 0, null, { level: "status", code: "NetStream.Publish.Start" }),
]);

const ANSWER_CASES: [string, Buffer, string][] = [
  ["another protocol", Buffer.from("HTTP/1.1 400 Bad Request\r\n\r\n"), "bad_handshake"],
  ["no chunks", Buffer.concat([SERVER_HELLO, Buffer.alloc(64, 0xff)]), "bad_chunk"],
  [
    "a message without end",
    Buffer.concat([SERVER_HELLO, Buffer.from("03000000ffffff1400000000", "hex")]),
    "message_too_large",
  ],
  [
    "a value cut off",
    Buffer.concat([
      SERVER_HELLO,
      writeMessage({ type: MESSAGE.command, streamId: 0, payload: Buffer.from([2, 0, 90]) }, 128),
    ]),
    "bad_value",
  ],
  ["a call without a name", Buffer.concat([SERVER_HELLO, encodeCommand(null)]), "bad_command"],
  [
    "a stream without a number",
    Buffer.concat([SERVER_HELLO, encodeCommand("_result", 4, null, "x")]),
    "bad_command",
  ],
  ["no", Buffer.concat([SERVER_HELLO, encodeCommand("_error", 1, null, { level: "error" })]), "refused"],
];
test.each(ANSWER_CASES)(
  "a server that answers %s only ends the publication",
  async (_what, bytes, reason) => {
    const url = await startRaw((socket) => socket.resume().write(bytes));
    expect((await publishTo(url).ended).reason).toBe(reason);
  },
);

test.each([
  ["nothing", Buffer.alloc(0)],
  ["half of a greeting", Buffer.alloc(700, 3)],
  ["a greeting alone", SERVER_HELLO],
])("a server that answers %s ends the publication as too late", async (_what, bytes) => {
  const url = await startRaw((socket) => socket.resume().write(bytes));
  expect((await publishTo(url, { limits: { setupMs: 200 } }).ended).reason).toBe("too_late");
});

test.each([
  ["before its greeting", Buffer.alloc(0), "not_connected"],
  ["when it has heard the key", SERVER_HELLO, "refused"],
])("a server that closes the connection %s is reported with that reason", async (_what, bytes, reason) => {
  const url = await startRaw((socket) => socket.resume().end(bytes));
  expect((await publishTo(url).ended).reason).toBe(reason);
});

test("a server that sends more than was requested is disconnected", async () => {
  const url = await startRaw((socket) => {
    socket.resume().write(SERVER_WELCOME);
    const ping = writeMessage(
      { type: MESSAGE.userControl, streamId: 0, payload: Buffer.from([0, 6, 0, 0, 0, 1]) },
      128,
    );
    socket.write(Buffer.concat(Array.from({ length: 100_000 }, () => ping)));
  });
  expect((await publishTo(url).ended).reason).toBe("message_too_large");
});

test("a ping is answered", async () => {
  const heard: Buffer[] = [];
  const url = await startRaw((socket) => {
    socket.on("data", (bytes) => heard.push(bytes));
    const ping = { type: MESSAGE.userControl, streamId: 0, payload: Buffer.from([0, 6, 1, 2, 3, 4]) };
    socket.write(Buffer.concat([SERVER_WELCOME, writeMessage(ping, 128)]));
  });
  const publication = publishTo(url);
  await eventually(() => Buffer.concat(heard).includes(Buffer.from([0, 7, 1, 2, 3, 4])));
  publication.close();
});

test("a server that stops reading uses limited memory, and is disconnected as too slow", async () => {
  const url = await startRaw((socket) => {
    socket.write(SERVER_WELCOME);
    // The server reads the greeting, and then stops reading.
    void once(socket, "data").then(() => socket.pause());
  });
  const started = Promise.withResolvers<void>();
  const limits = { stallMs: 1_000, queuedBytes: 1_000_000 };
  const publication = publishTo(url, { limits, onStart: started.resolve });
  await started.promise;
  const picture = { kind: "video" as const, payload: Buffer.alloc(500_000, 1) };
  picture.payload.set([0x17, 1]);
  for (let n = 0; n < 200; n++) publication.send({ ...picture, timestampMs: 40 * n });
  expect((await publication.ended).reason).toBe("too_slow");
  // The system's buffers accepted the other messages.
  expect(publication.droppedCount).toBeGreaterThan(150);
});

test("stopping a publisher while it connects takes effect at once", async () => {
  const url = await startRaw((socket) => socket.resume());
  const publication = publishTo(url);
  publication.close();
  expect((await publication.ended).reason).toBe("closed");
});
