import { execFile } from "node:child_process";
import { once } from "node:events";
import { copyFile, mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect as connectPlain, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect as connectTls } from "node:tls";
import { promisify } from "node:util";
import type { EndReason, MediaMessage, RtmpLimits } from "@shoal/rtmp";
import { eventually, publish } from "@shoal/testkit";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startRtmpsServer } from "./rtmps-server.ts";

const STREAM_KEY = "s3cret-key";

let folder: string;
let messages: MediaMessage[];
let endings: EndReason[];
let renewals: string[];
let faults: unknown[];
let server: Awaited<ReturnType<typeof startRtmpsServer>> | undefined;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "shoal-rtmps-"));
  [messages, endings, renewals, faults] = [[], [], [], []];
});
afterEach(async () => {
  await server?.close();
  server = undefined;
  await rm(folder, { recursive: true, force: true });
});

const pathOf = (name: string) => join(folder, name);
const tlsFiles = () => ({ certFile: pathOf("cert.pem"), keyFile: pathOf("key.pem") });

/** Creates a self-signed certificate. */
async function createPair(name: string, prefix = ""): Promise<void> {
  const request = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  const out = ["-keyout", pathOf(`${prefix}key.pem`), "-out", pathOf(`${prefix}cert.pem`)];
  await promisify(execFile)("openssl", [...request, ...out, "-days", "1", "-subj", `/CN=${name}`]);
}

async function connectPublisher(limits: Partial<RtmpLimits> = {}) {
  return startRtmpsServer({
    host: "127.0.0.1",
    port: 0,
    files: tlsFiles(),
    checkIntervalMs: 10,
    limits,
    async admit({ key }) {
      const sink = {
        write: (message: MediaMessage) => void messages.push(message),
        end: (reason: EndReason) => void endings.push(reason),
      };
      return key === STREAM_KEY
        ? { isAdmitted: true, id: "live", open: () => sink }
        : { isAdmitted: false, reason: "Unknown key." };
    },
    onRenewed: (validTo) => renewals.push(validTo),
    onUnreadable: (error) => faults.push((error as Error).message),
  });
}

async function startServer(): Promise<number> {
  server = await connectPublisher();
  return server.port;
}

/** Returns the name in the certificate that a new connection receives. */
async function certificateNameAt(port: number): Promise<string | undefined> {
  const socket = connectTls({ host: "127.0.0.1", port, rejectUnauthorized: false });
  await once(socket, "secureConnect");
  const name = socket.getPeerCertificate().subject.CN;
  socket.destroy();
  return Array.isArray(name) ? name[0] : name;
}

async function connectTlsTo(port: number): Promise<Socket> {
  const socket = connectPlain(port, "127.0.0.1");
  socket.on("error", () => undefined);
  await once(socket, "connect");
  return socket;
}

async function waitUntilClosed(socket: Socket): Promise<void> {
  socket.resume();
  if (!socket.closed) await once(socket, "close");
}

test("ffmpeg publishes by RTMPS while others send garbage to the port", async () => {
  await createPair("ingest.example.org");
  const port = await startServer();
  const publisher = publish(`rtmps://127.0.0.1:${port}/live/${STREAM_KEY}`, { seconds: 60, isLive: true });
  await eventually(() => messages.length > 25);
  const garbage = await connectTlsTo(port);
  garbage.write(Buffer.alloc(3_000, 0x47));
  const plain = publish(`rtmp://127.0.0.1:${port}/live/${STREAM_KEY}`, { seconds: 1 });
  await connectTlsTo(port);
  await waitUntilClosed(garbage);
  expect((await plain.ended).code).not.toBe(0);
  const before = messages.length;
  await eventually(() => messages.length > before + 25);
  expect(endings).toEqual([]);
  publisher.child.kill("SIGKILL");
  await publisher.ended;
  await eventually(() => endings.length === 1);
});

test("a connection without a TLS handshake is closed", async () => {
  await createPair("ingest.example.org");
  server = await connectPublisher({ setupMs: 50 });
  await waitUntilClosed(await connectTlsTo(server.port));
});

test("a renewed certificate is used for new connections, and current publishers continue", async () => {
  await createPair("old.example.org");
  const port = await startServer();
  const publisher = publish(`rtmps://127.0.0.1:${port}/live/${STREAM_KEY}`, { seconds: 60, isLive: true });
  await eventually(() => messages.length > 0);
  expect(await certificateNameAt(port)).toBe("old.example.org");
  await createPair("new.example.org", "new-");
  // The previous pair stays in use while only one of the two files has been replaced.
  await copyFile(pathOf("new-cert.pem"), pathOf("cert.pem"));
  await eventually(() => faults.length > 0);
  expect(await certificateNameAt(port)).toBe("old.example.org");
  await copyFile(pathOf("new-key.pem"), pathOf("key.pem"));
  await eventually(() => renewals.length === 1);
  expect(await certificateNameAt(port)).toBe("new.example.org");
  const before = messages.length;
  await eventually(() => messages.length > before + 25);
  expect(endings).toEqual([]);
  publisher.child.kill("SIGKILL");
  await publisher.ended;
});

test.each([
  [
    "a certificate that is not there",
    () => rm(pathOf("cert.pem")),
    /^RTMPS_CERT_FILE: cannot be read: ENOENT/,
  ],
  ["a key that is not there", () => rm(pathOf("key.pem")), /^RTMPS_KEY_FILE: cannot be read: ENOENT/],
  [
    "what is no certificate",
    () => writeFile(pathOf("cert.pem"), "-"),
    /^RTMPS_CERT_FILE: holds no certificate/,
  ],
  ["what is no key", () => writeFile(pathOf("key.pem"), "-"), /^RTMPS_KEY_FILE: holds no private key/],
  [
    "another's key",
    () => copyFile(pathOf("other-key.pem"), pathOf("key.pem")),
    /^RTMPS_KEY_FILE: is not the key/,
  ],
])("startup fails for %s with an error that names the setting", async (_, spoil, message) => {
  await Promise.all([createPair("a"), createPair("b", "other-")]);
  await spoil();
  await expect(startServer()).rejects.toThrow(message);
});
