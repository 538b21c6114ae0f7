import { once } from "node:events";
import { connect } from "node:net";
import {
  CAPTURE_PATH,
  type CaptureRefusal,
  type LiveFault,
  MAX_CAPTURE_MESSAGE_BYTES,
} from "@shoal/contract";
import { detectSandbox, startLiveProcess, webmToFlvArgs } from "@shoal/media";
import { type EndReason, type MediaMessage, type MediaSink, Publishers, readVideoHeader } from "@shoal/rtmp";
import { eventually } from "@shoal/testkit";
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { WebSocket } from "ws";
import type { DirectSession } from "../../session/direct-session.ts";
import type { LiveAdmission } from "../../session/live-sessions.ts";
import { Camera, type Recorder } from "../../testing/camera.ts";
import { startCaptureServer } from "./capture-server.ts";
import type { CaptureLimits, CaptureServer, CaptureServerOptions } from "./capture-server.types.ts";

const DASHBOARD_ORIGIN = "https://dashboard.example.org";
const STREAM_KEY = "s3cret-key";
const TEST_SANDBOX = await detectSandbox("auto");

/** Records the messages published to it, or blocks their publisher. */
class TestSink implements MediaSink {
  readonly messages: MediaMessage[] = [];
  endReason: EndReason | undefined;
  room: Promise<void> | undefined;

  write(message: MediaMessage): Promise<void> | undefined {
    this.messages.push(message);
    return this.room;
  }
  end(reason: EndReason): void {
    this.endReason = reason;
  }
  count(kind: MediaMessage["kind"]): number {
    return this.messages.filter((message) => message.kind === kind).length;
  }
}

let server: CaptureServer;
let sinks: TestSink[];
let faults: string[];
let pids: (number | undefined)[];
beforeEach(async () => {
  [sinks, faults, pids] = [[], [], []];
  isDirect = false;
  declinedFaults = [];
  sessionEnded = Promise.withResolvers();
  session = {
    over: sessionEnded.promise,
    isEnded: false,
    end() {
      this.isEnded = true;
    },
  };
  server = await startServer();
});
afterEach(() => server.close());

function startServer(
  limits: Partial<CaptureLimits> = {},
  options: Pick<CaptureServerOptions, "isProxy" | "trustedProxies"> = {},
): Promise<CaptureServer> {
  return startCaptureServer({
    ...options,
    host: "127.0.0.1",
    port: 0,
    origin: DASHBOARD_ORIGIN,
    publishers: new Publishers(),
    limits,
    admit: async ({ key }) =>
      key === STREAM_KEY ? admitLive() : { isAdmitted: false, refusal: "unknown_key", reason: "" },
    startRemuxer(options) {
      const remuxer = startLiveProcess(webmToFlvArgs(options), {
        sandbox: TEST_SANDBOX,
        pipeCount: 1,
        format: "webm",
      });
      pids.push(remuxer.pid);
      return remuxer;
    },
    onFault: (fault) => faults.push(JSON.stringify(fault)),
  });
}

function admitLive(): LiveAdmission {
  const sink = new TestSink();
  sinks.push(sink);
  return {
    isAdmitted: true,
    id: "live",
    open: () => sink,
    openDirectSession: isDirect ? () => session : undefined,
    decline: (fault) => declinedFaults.push(fault),
  };
}

/** The errors with which lives were rejected. */
let declinedFaults: LiveFault[];
/** Whether the live is direct, so that no recording is needed. */
let isDirect: boolean;
let sessionEnded: PromiseWithResolvers<void>;
let session: DirectSession & { isEnded: boolean };

async function useServer(limits: Partial<CaptureLimits>): Promise<CaptureServer> {
  const own = await startServer(limits);
  onTestFinished(() => own.close());
  return own;
}

const openCamera = (options: Partial<Parameters<typeof Camera.open>[0]> = {}) =>
  Camera.open({ port: server.port, origin: DASHBOARD_ORIGIN, key: STREAM_KEY, ...options });
const refusalOf = (reason: CaptureRefusal) => ({ type: "refused", reason });
const waitUntilAdmitted = (camera: Camera) =>
  eventually(() => camera.answers.some(({ type }) => type === "admitted"));

async function startCamera(recorder: Recorder): Promise<Camera> {
  const camera = openCamera({ mimeType: `video/webm;codecs=${recorder},opus` });
  await waitUntilAdmitted(camera);
  camera.record(recorder);
  return camera;
}

function isRunning(pid: number | undefined): boolean {
  try {
    return process.kill(pid ?? 0, 0);
  } catch {
    return false;
  }
}

test.each(["h264", "vp8"] as const)(
  "a browser's recording in %s is published as H.264 with a configuration first",
  async (recorder) => {
    const camera = await startCamera(recorder);
    const [sink] = sinks;
    await eventually(() => sink !== undefined && sink.count("video") > 50 && sink.count("audio") > 50);
    camera.end();
    await camera.closed;
    expect(sink?.endReason).toBe("unpublished");
    const pictures = sink?.messages.filter(({ kind }) => kind === "video") ?? [];
    const [config, first] = pictures.map((message) => readVideoHeader(message));
    expect(config).toMatchObject({ codec: "h264", isConfig: true });
    expect(first).toMatchObject({ codec: "h264", isKeyFrame: true });
    expect([camera.answers, faults]).toEqual([[{ type: "admitted" }], []]);
    await eventually(() => !isRunning(pids[0]));
  },
);

test("an unknown key is refused, and never logged", async () => {
  const camera = openCamera({ key: "another-key" });
  await camera.closed;
  expect(camera.answers).toEqual([refusalOf("unknown_key")]);
  expect(faults.join()).not.toContain("another-key");
});

test("a recording in another format than WebM is refused", async () => {
  const camera = openCamera({ mimeType: "video/mp4" });
  await camera.closed;
  expect(camera.answers).toEqual([refusalOf("unsupported_type")]);
});

describe("a publisher without a recording", () => {
  const openDirectSession = () => openCamera({ isPresenceAlone: true, mimeType: "" });

  test("stays connected while empty slices arrive, without reading its media", async () => {
    isDirect = true;
    const camera = openDirectSession();
    await waitUntilAdmitted(camera);
    for (let n = 0; n < 3; n++) camera.socket.send(Buffer.alloc(0));
    camera.end();
    await camera.closed;
    expect([camera.answers, session.isEnded]).toEqual([[{ type: "admitted" }], true]);
    expect([pids, faults, sinks[0]?.messages]).toEqual([[], [], []]);
  });

  test("is refused if the live needs a recording, and can connect again with one", async () => {
    const camera = openDirectSession();
    await camera.closed;
    expect([camera.answers, declinedFaults]).toEqual([[refusalOf("recording_needed")], ["recording_needed"]]);
    await startCamera("vp8");
    await eventually(() => sinks.some((sink) => sink.count("video") > 0));
  });

  test("is disconnected if it sends a recording anyway", async () => {
    isDirect = true;
    const camera = openDirectSession();
    await waitUntilAdmitted(camera);
    camera.socket.send(Buffer.alloc(9));
    await camera.closed;
    expect([camera.answers.at(-1), session.isEnded]).toEqual([refusalOf("failed"), true]);
  });

  test("is disconnected if it is silent, if another publisher connects, and when the live ends", async () => {
    isDirect = true;
    const silent = openCamera({ isPresenceAlone: true, port: (await useServer({ idleMs: 50 })).port });
    await silent.closed;
    expect(silent.answers.at(-1)).toEqual(refusalOf("idle"));
    const former = openDirectSession();
    await waitUntilAdmitted(former);
    const next = openDirectSession();
    await former.closed;
    expect(former.answers.at(-1)).toEqual(refusalOf("replaced"));
    await waitUntilAdmitted(next);
    sessionEnded.resolve();
    await next.closed;
    expect(next.answers.at(-1)).toEqual(refusalOf("failed"));
  });
});

test("a page of another origin is refused", async () => {
  const camera = openCamera({ origin: "https://elsewhere.example.org" });
  await camera.closed;
  expect([camera.answers, server.connections]).toEqual([[], 0]);
});

test("a publisher with the same key replaces the previous one, whose sink has ended first", async () => {
  const former = await startCamera("h264");
  await eventually(() => (sinks[0]?.count("video") ?? 0) > 0);
  const next = await startCamera("h264");
  await former.closed;
  expect(former.answers.at(-1)).toEqual(refusalOf("replaced"));
  expect(sinks[0]?.endReason).toBe("replaced");
  await eventually(() => (sinks[1]?.count("video") ?? 0) > 0);
  next.end();
  await next.closed;
});

test("an unreadable connection ends without affecting others, and is logged with the reason", async () => {
  const other = await startCamera("h264");
  const camera = Camera.open({ port: (await useServer({})).port, origin: DASHBOARD_ORIGIN, key: STREAM_KEY });
  await waitUntilAdmitted(camera);
  for (let n = 0; n < 4; n++) camera.socket.send(Buffer.alloc(200_000, "no recording "));
  await camera.closed;
  expect(camera.answers.at(-1)).toEqual(refusalOf("failed"));
  expect(faults.join()).toContain("The recording cannot be read");
  expect(faults.join()).not.toContain(STREAM_KEY);
  await eventually(() => (sinks[0]?.count("video") ?? 0) > 10);
  other.end();
  await other.closed;
});

test.each([
  ["a slice before anything was admitted", (camera: Camera) => camera.socket.send(Buffer.alloc(9))],
  ["words that are none", (camera: Camera) => camera.socket.send("{}")],
  [
    "a second beginning",
    (camera: Camera) => camera.send({ type: "begin", key: STREAM_KEY, mimeType: "video/webm" }),
  ],
  ["too much at once", (camera: Camera) => camera.socket.send(Buffer.alloc(MAX_CAPTURE_MESSAGE_BYTES + 1))],
])("%s ends the connection", async (_, send) => {
  const camera = openCamera({ mimeType: "video/webm" });
  camera.socket.once("open", () => send(camera));
  await camera.closed;
  await eventually(() => server.connections === 0);
});

test("a client that falls silent, or never sends anything, is disconnected", async () => {
  const camera = openCamera({ port: (await useServer({ idleMs: 50 })).port });
  await camera.closed;
  expect(camera.answers).toEqual([{ type: "admitted" }, refusalOf("idle")]);
  await eventually(() => sinks[0]?.endReason === "idle");
  const { port } = await useServer({ beginMs: 50 });
  const silent = new WebSocket(`ws://127.0.0.1:${port}${CAPTURE_PATH}`, { origin: DASHBOARD_ORIGIN });
  const [answer] = await once(silent, "message");
  expect(JSON.parse(String(answer))).toEqual(refusalOf("idle"));
});

test("a full sink slows down its browser", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const camera = openCamera({ mimeType: "video/webm;codecs=vp8,opus" });
  await waitUntilAdmitted(camera);
  if (sinks[0]) sinks[0].room = promise;
  camera.record("vp8");
  await eventually(() => (sinks[0]?.messages.length ?? 0) > 0);
  // These slices together exceed all buffers between the camera and the sink.
  camera.socket.send(Buffer.alloc(3_000_000));
  camera.socket.send(Buffer.alloc(3_000_000));
  camera.socket.send(Buffer.alloc(3_000_000));
  await eventually(() => camera.socket.bufferedAmount > 1_000_000);
  expect(sinks[0]?.messages).toHaveLength(1);
  resolve();
});

test("a closing server notifies all clients", async () => {
  const camera = await startCamera("h264");
  await eventually(() => (sinks[0]?.count("video") ?? 0) > 0);
  await server.close();
  await camera.closed;
  expect(camera.answers.at(-1)).toEqual(refusalOf("unavailable"));
  expect(sinks[0]?.endReason).toBe("closed");
  await eventually(() => !isRunning(pids[0]));
});

/** Formats a browser's upgrade request. */
const upgradeRequest = (headers: readonly string[] = []) =>
  [
    `GET ${CAPTURE_PATH} HTTP/1.1`,
    "Host: x",
    `Origin: ${DASHBOARD_ORIGIN}`,
    "Connection: Upgrade",
    "Upgrade: websocket",
    "Sec-WebSocket-Version: 13",
    `Sec-WebSocket-Key: ${Buffer.alloc(16, 1).toString("base64")}`,
    ...headers,
    "\r\n",
  ].join("\r\n");

test("behind a proxy that sends the PROXY protocol, each network has a separate waiting limit", async () => {
  const own = await startServer({ waitingPerAddress: 1, beginMs: 10_000 }, { isProxy: () => true });
  onTestFinished(() => own.close());
  const openAs = (address: string, rest: string) => {
    const socket = connect(own.port, "127.0.0.1").on("error", () => undefined);
    socket.write(`PROXY TCP4 ${address} 203.0.113.1 40000 8096\r\n${rest}`);
    return socket;
  };
  const first = openAs("198.51.100.1", "GET / HTTP/1.1\r\nHost: ").resume();
  await once(openAs("198.51.100.2", "GET / HTTP/1.1\r\nHost: x\r\n\r\n"), "data");
  await once(openAs("198.51.100.1", "GET / HTTP/1.1\r\nHost: x\r\n\r\n").resume(), "close");
  const [answer] = await once(openAs("198.51.100.3", upgradeRequest()), "data");
  expect(String(answer)).toMatch(/^HTTP\/1.1 101 /);
  first.destroy();
});

test("behind an HTTP proxy, each network that it names has a separate waiting limit", async () => {
  const own = await startServer({ waitingPerAddress: 1, beginMs: 10_000 }, { trustedProxies: ["127.0.0.1"] });
  onTestFinished(() => own.close());
  const openAs = (address: string) => {
    const socket = connect(own.port, "127.0.0.1").on("error", () => undefined);
    socket.write(upgradeRequest([`X-Forwarded-For: 192.0.2.66, ${address}`]));
    return once(socket, "data").then(([answer]) => String(answer).split("\r\n")[0]);
  };
  const switched = "HTTP/1.1 101 Switching Protocols";
  expect(await openAs("198.51.100.1")).toBe(switched);
  expect(await openAs("198.51.100.2")).toBe(switched);
  expect(await openAs("198.51.100.1")).toBe("HTTP/1.1 503 Service Unavailable");
});

test("silent connections do not block other clients, and are closed", async () => {
  const own = await useServer({ connections: 8, beginMs: 1_000 });
  const silent = Array.from({ length: 24 }, () =>
    connect({ port: own.port, host: "127.0.0.1", localAddress: "127.0.0.2" }),
  );
  const hungUp = silent.map(
    (socket) => new Promise((resolve) => socket.once("close", resolve).on("error", resolve)),
  );
  for (const socket of silent) socket.resume().on("connect", () => socket.write("GET / HTTP/1.1\r\nHost: "));
  await Promise.all(silent.map(async (socket) => socket.connecting && once(socket, "connect")));
  const camera = openCamera({ port: own.port });
  await waitUntilAdmitted(camera);
  camera.end();
  await Promise.all(hungUp);
});
