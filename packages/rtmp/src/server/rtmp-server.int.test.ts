import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { publish } from "@shoal/testkit";
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { encodeAmf0 } from "../protocol/amf0.ts";
import { MESSAGE } from "../protocol/message.ts";
import { writeChunks } from "../testing/chunks.ts";
import { startProxy } from "../testing/proxy.ts";
import { admit, RecordingSink } from "../testing/sinks.ts";
import { startRtmpServer } from "./rtmp-server.ts";
import type { PublishRequest, RtmpServer, RtmpServerOptions } from "./rtmp-server.types.ts";

const execFileAsync = promisify(execFile);
const STREAM_KEY = "s3cret-key";
let folder: string;
let server: RtmpServer | undefined;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "shoal-rtmp-"));
});
afterEach(async () => {
  await server?.close();
  server = undefined;
  await rm(folder, { recursive: true, force: true });
});

async function startServer(options: Partial<RtmpServerOptions>): Promise<RtmpServer> {
  const closed = async () => ({ isAdmitted: false as const, reason: "Closed." });
  server = await startRtmpServer({ host: "127.0.0.1", port: 0, admit: closed, ...options });
  return server;
}

const buildUrl = ({ port }: RtmpServer, key = STREAM_KEY) => `rtmp://127.0.0.1:${port}/live/${key}`;

/** Returns the kind, time and size of each packet of an FLV file. */
async function packetsOf(path: string): Promise<string[]> {
  const entries = ["-show_entries", "packet=codec_type,dts_time,size,flags", "-of", "csv=p=0"];
  const { stdout } = await execFileAsync("ffprobe", ["-v", "error", ...entries, path]);
  return stdout.trim().split("\n");
}

async function connectTo({ port }: Pick<RtmpServer, "port">): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => {});
  await once(socket, "connect");
  return socket;
}

/** Resolves when a socket is closed, also after the error of a reset connection. */
async function waitUntilClosed(socket: Socket): Promise<void> {
  socket.resume();
  if (!socket.closed) await new Promise((resolve) => socket.once("close", resolve));
}
const createHandshake = () => Buffer.concat([Buffer.from([3]), Buffer.alloc(1_536), Buffer.alloc(1_536)]);
const encodeCommand = (...values: Parameters<typeof encodeAmf0>) =>
  writeChunks(
    { type: MESSAGE.command, streamId: 0, payload: encodeAmf0(...values) },
    { id: 3, format: 0, timeMs: 0, chunkBytes: 128 },
  );

/** Creates a key and its self-signed certificate. */
async function createCertificate(key: string, cert: string): Promise<void> {
  const request = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  await execFileAsync("openssl", [
    ...request,
    "-keyout",
    key,
    "-out",
    cert,
    "-days",
    "1",
    "-subj",
    "/CN=localhost",
  ]);
}

test("ffmpeg's publication arrives exactly as ffmpeg writes it to a file", async () => {
  const sink = new RecordingSink();
  const requests: PublishRequest[] = [];
  const rtmp = await startServer({
    async admit(request) {
      requests.push(request);
      return admit("live", sink);
    },
  });
  const file = join(folder, "direct.flv");
  expect(await publish(file, { seconds: 4 }).ended).toMatchObject({ code: 0 });
  expect(await publish(buildUrl(rtmp), { seconds: 4 }).ended).toEqual({ code: 0, stderr: "" });
  expect(await sink.ended).toBe("unpublished");
  expect(requests).toEqual([{ app: "live", key: STREAM_KEY, address: "127.0.0.1" }]);
  const received = join(folder, "received.flv");
  await writeFile(received, sink.toFlv());
  const packets = await packetsOf(received);
  expect(packets.length).toBeGreaterThan(4 * 25);
  expect(packets).toEqual(await packetsOf(file));
});

test("a query after a key is ignored", async () => {
  const sink = new RecordingSink();
  const keys: string[] = [];
  const rtmp = await startServer({
    async admit({ key }) {
      keys.push(key);
      return admit("live", sink);
    },
  });
  expect(await publish(buildUrl(rtmp, `${STREAM_KEY}?user=a&pass=b`), { seconds: 1 }).ended).toMatchObject({
    code: 0,
  });
  expect(keys).toEqual([STREAM_KEY]);
});

test("a publisher with a wrong key is refused at once, and none of its media is accepted", async () => {
  const rtmp = await startServer({ admit: async () => ({ isAdmitted: false, reason: "Unknown key." }) });
  const { code, stderr } = await publish(buildUrl(rtmp, "wrong"), { seconds: 60, isLive: true }).ended;
  expect(code).not.toBe(0);
  expect(stderr).toContain("Unknown key.");
});

test("a second publisher with the same key replaces the first, whose sink ends before", async () => {
  const [first, second] = [new RecordingSink(), new RecordingSink()];
  const sinks = [first, second];
  const openedAfter: unknown[] = [];
  const rtmp = await startServer({
    async admit() {
      const sink = sinks.shift() ?? new RecordingSink();
      const open = () => {
        openedAfter.push(first.endReason);
        return sink;
      };
      return { isAdmitted: true, id: "live", open };
    },
  });
  const old = publish(buildUrl(rtmp), { seconds: 60, isLive: true });
  await first.begun;
  const next = publish(buildUrl(rtmp), { seconds: 1 });
  await second.ended;
  expect(openedAfter).toEqual([undefined, "replaced"]);
  expect(second.endReason).toBe("unpublished");
  expect([(await old.ended).code === 0, (await next.ended).code]).toEqual([false, 0]);
});

test("revoking a key disconnects its publisher", async () => {
  const sink = new RecordingSink();
  const rtmp = await startServer({ admit: async () => admit("live", sink) });
  const publisher = publish(buildUrl(rtmp), { seconds: 60, isLive: true });
  await sink.begun;
  rtmp.end("live");
  expect(await sink.ended).toBe("closed");
  expect((await publisher.ended).code).not.toBe(0);
});

test("a publisher is read only as fast as its sink accepts, and does not block the next one", async () => {
  const [stuck, after] = [new RecordingSink(), new RecordingSink()];
  let writes = 0;
  stuck.write = () => {
    writes += 1;
    return new Promise<void>(() => {});
  };
  const sinks = [stuck, after];
  const rtmp = await startServer({ admit: async () => admit("live", sinks.shift() ?? after) });
  const held = publish(buildUrl(rtmp), { seconds: 600 });
  await expect.poll(() => writes).toBe(1);
  expect(await publish(buildUrl(rtmp), { seconds: 1 }).ended).toMatchObject({ code: 0 });
  expect([stuck.endReason, await after.ended, writes]).toEqual(["replaced", "unpublished", 1]);
  expect((await held.ended).code).not.toBe(0);
});

test("a sink that fails to open or end is reported, and the next publisher of that key is accepted", async () => {
  const failing = new RecordingSink();
  failing.end = () => {
    throw new Error("The disk is full");
  };
  const last = new RecordingSink();
  const sinks = [undefined, failing, last];
  const faults: string[] = [];
  const open = () => {
    const sink = sinks.shift();
    if (!sink) throw new Error("No encoder is free");
    return sink;
  };
  const rtmp = await startServer({
    admit: async () => ({ isAdmitted: true, id: "live", open }),
    onFault: ({ reason, detail }) => faults.push(`${reason}: ${detail}`),
  });
  expect((await publish(buildUrl(rtmp), { seconds: 1 }).ended).code).not.toBe(0);
  expect((await publish(buildUrl(rtmp), { seconds: 1 }).ended).code).toBe(0);
  await publish(buildUrl(rtmp), { seconds: 1 }).ended;
  expect(await last.ended).toBe("unpublished");
  expect(faults).toEqual(["failed: No encoder is free", "failed: The disk is full"]);
});

test("a publisher that disappears ends as disconnected", async () => {
  const sink = new RecordingSink();
  const rtmp = await startServer({ admit: async () => admit("live", sink) });
  const publisher = publish(buildUrl(rtmp), { seconds: 60, isLive: true });
  await sink.begun;
  publisher.child.kill("SIGKILL");
  expect(await sink.ended).toBe("disconnected");
});

test("a publisher that sends no video or audio for too long is disconnected, whatever else it sends", async () => {
  const sink = new RecordingSink();
  const rtmp = await startServer({ limits: { idleMs: 200 }, admit: async () => admit("live", sink) });
  const socket = await connectTo(rtmp);
  const hello = [
    createHandshake(),
    encodeCommand("connect", 1, { app: "live" }),
    encodeCommand("publish", 2, null, STREAM_KEY),
  ];
  socket.write(Buffer.concat(hello));
  const timer = setInterval(() => socket.write(encodeCommand("releaseStream", 3, null, STREAM_KEY)), 20);
  expect(await sink.ended).toBe("idle");
  await waitUntilClosed(socket);
  clearInterval(timer);
});

test.each([
  ["another protocol", Buffer.from("GET / HTTP/1.1\r\n\r\n")],
  [
    "a handshake and then nothing that is a chunk",
    Buffer.concat([createHandshake(), Buffer.alloc(64, 0xff)]),
  ],
  [
    "a publish without a connect",
    Buffer.concat([createHandshake(), encodeCommand("publish", 1, null, STREAM_KEY)]),
  ],
  [
    "a key without end",
    Buffer.concat([
      createHandshake(),
      encodeCommand("connect", 1, { app: "live" }),
      encodeCommand("publish", 2, null, "k".repeat(5_000)),
    ]),
  ],
])(
  "%s ends its connection at once, and the reported fault does not contain the key",
  async (_what, bytes) => {
    const faults: string[] = [];
    const rtmp = await startServer({ onFault: ({ detail }) => faults.push(detail) });
    const socket = await connectTo(rtmp);
    socket.write(bytes);
    await waitUntilClosed(socket);
    expect(faults).toHaveLength(1);
    expect(faults[0]).not.toContain(STREAM_KEY);
  },
);

test("an incomplete or slow handshake is disconnected after the setup time", async () => {
  const rtmp = await startServer({ limits: { setupMs: 300 } });
  const sockets = [await connectTo(rtmp), await connectTo(rtmp)] as const;
  const timer = setInterval(() => sockets[0].write(Buffer.from([3])), 20);
  sockets[1].write(Buffer.alloc(700, 3));
  await Promise.all(sockets.map(waitUntilClosed));
  clearInterval(timer);
  await expect.poll(() => rtmp.connections).toBe(0);
});

test("connections that do not publish are limited per address", async () => {
  const rtmp = await startServer({ limits: { waitingPerAddress: 3 } });
  for (let count = 0; count < 3; count++) await connectTo(rtmp);
  await waitUntilClosed(await connectTo(rtmp));
  expect(rtmp.connections).toBe(3);
});

test("an encoder is accepted although other connections have filled the waiting room", async () => {
  const sink = new RecordingSink();
  const limits = { connections: 4, waitingPerAddress: 10 };
  const rtmp = await startServer({ limits, admit: async () => admit("live", sink) });
  const [oldest] = [await connectTo(rtmp), await connectTo(rtmp)];
  const publisher = publish(`rtmp://127.0.0.1:${rtmp.port}/live/${STREAM_KEY}`, { seconds: 1 });
  await waitUntilClosed(oldest as Awaited<ReturnType<typeof connectTo>>);
  expect(await publisher.ended).toMatchObject({ code: 0 });
  expect(await sink.ended).toBe("unpublished");
});

describe("behind a proxy that sends the PROXY protocol", () => {
  const isProxy = (address: string) => address === "127.0.0.1";
  async function startBehindProxy(callers: string[], options: Partial<RtmpServerOptions>) {
    const rtmp = await startServer({ isProxy, ...options });
    const proxy = await startProxy(rtmp.port, callers);
    onTestFinished(async () => {
      // The proxy's connections end when the server's connections end.
      await server?.close();
      server = undefined;
      await proxy.close();
    });
    return { rtmp, proxy };
  }

  test("publishers are counted by their own addresses", async () => {
    const sink = new RecordingSink();
    const requests: PublishRequest[] = [];
    const { proxy } = await startBehindProxy(["2001:db8::7"], {
      async admit(request) {
        requests.push(request);
        return admit("live", sink);
      },
    });
    const publisher = publish(`rtmp://127.0.0.1:${proxy.port}/live/${STREAM_KEY}`, { seconds: 1 });
    expect(await publisher.ended).toMatchObject({ code: 0 });
    expect(await sink.ended).toBe("unpublished");
    expect(requests).toEqual([{ app: "live", key: STREAM_KEY, address: "2001:db8::7" }]);
  });

  test("each network has a separate waiting limit", async () => {
    const { rtmp, proxy } = await startBehindProxy(["198.51.100.1", "198.51.100.2"], {
      limits: { waitingPerAddress: 1 },
    });
    const both = [await connectTo(proxy), await connectTo(proxy)];
    for (const socket of both) socket.write(Buffer.from([3]));
    await expect.poll(() => rtmp.connections).toBe(2);
    const third = await connectTo(proxy);
    third.write(Buffer.from([3]));
    await waitUntilClosed(third);
    expect(rtmp.connections).toBe(2);
  });

  test("connections with an invalid or missing header are closed", async () => {
    const faults: string[] = [];
    const onFault = ({ detail }: { detail: string }) => faults.push(detail);
    const patient = await startServer({ isProxy, onFault });
    const plain = await connectTo(patient);
    plain.write(createHandshake());
    await waitUntilClosed(plain);
    await patient.close();
    const silent = await connectTo(await startServer({ isProxy, limits: { setupMs: 100 }, onFault }));
    await waitUntilClosed(silent);
    expect(faults).toEqual([
      "The connection does not begin with a PROXY header",
      "No PROXY header has arrived",
    ]);
  });

  test("a header from any other address is refused", async () => {
    const faults: string[] = [];
    const rtmp = await startServer({ onFault: ({ detail }) => faults.push(detail) });
    const socket = await connectTo(rtmp);
    socket.write("PROXY TCP4 198.51.100.1 198.51.100.1 40000 1935\r\n");
    await waitUntilClosed(socket);
    expect(faults.join()).toMatch(/handshake/);
  });

  test("a server that closes does not wait for headers", async () => {
    const rtmp = await startServer({ isProxy, limits: { setupMs: 60_000 } });
    const socket = await connectTo(rtmp);
    socket.write("PROXY ");
    await rtmp.close();
    await waitUntilClosed(socket);
  });
});

test("RTMPS connections have the same limits", async () => {
  const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  await createCertificate(key, cert);
  const sink = new RecordingSink();
  const tls = { key: await readFile(key), cert: await readFile(cert) };
  const rtmp = await startServer({ tls, admit: async () => admit("live", sink) });
  const publisher = publish(`rtmps://127.0.0.1:${rtmp.port}/live/${STREAM_KEY}`, { seconds: 1 });
  expect(await publisher.ended).toMatchObject({ code: 0 });
  expect(await sink.ended).toBe("unpublished");
});

test("RTMPS is accepted from a proxy that sends the PROXY protocol", async () => {
  const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  await createCertificate(key, cert);
  const sink = new RecordingSink();
  const addresses: string[] = [];
  const rtmp = await startServer({
    tls: { key: await readFile(key), cert: await readFile(cert) },
    isProxy: () => true,
    async admit({ address }) {
      addresses.push(address);
      return admit("live", sink);
    },
  });
  const proxy = await startProxy(rtmp.port, ["198.51.100.9"]);
  const publisher = publish(`rtmps://127.0.0.1:${proxy.port}/live/${STREAM_KEY}`, { seconds: 1 });
  expect(await publisher.ended).toMatchObject({ code: 0 });
  expect(await sink.ended).toBe("unpublished");
  expect(addresses).toEqual(["198.51.100.9"]);
  await proxy.close();
});
