import { once } from "node:events";
import { createServer, type Server, type ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { Readable } from "node:stream";
import { eventually } from "@shoal/testkit";
import { afterEach, beforeEach, expect, it } from "vitest";
import { sendCounted, sendPieces } from "./send-counted.ts";

const RESPONSE_BODY = Buffer.alloc(60_000_000, "x");
let server: Server;
let sentBytes = 0;
let closedCount = 0;
beforeEach(async () => {
  [sentBytes, closedCount] = [0, 0];
  const counter = {
    add: (bytes: number) => {
      sentBytes += bytes;
    },
    refund: (bytes: number) => {
      sentBytes -= bytes;
    },
  };
  server = createServer((req, res) => {
    res.once("close", () => {
      closedCount += 1;
    });
    const [, way, length] = (req.url ?? "").split("/");
    const bytes = RESPONSE_BODY.subarray(0, Number(length));
    res.writeHead(200, { "content-length": bytes.length });
    if (way === "whole") sendCounted(res, bytes, counter);
    else void sendPieces(res, Readable.from(slicesOf(bytes)) as AsyncIterable<Buffer>, counter);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

function* slicesOf(bytes: Buffer) {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
}
const port = () => (server.address() as AddressInfo).port;

it.each(["whole", "streamed"])("received bytes are counted exactly (%s)", async (way) => {
  for (const length of [0, 1, 262_144, 262_145, 3_000_000]) {
    sentBytes = 0;
    const response = await fetch(`http://127.0.0.1:${port()}/${way}/${length}`);
    expect((await response.arrayBuffer()).byteLength).toBe(length);
    await eventually(() => expect(sentBytes).toBe(length));
  }
});

it.each(["whole", "streamed"])(
  "a client that disconnects is not charged for all that it requested (%s)",
  async (way) => {
    const socket = connect(port(), "127.0.0.1");
    await once(socket, "connect");
    socket.write(`GET /${way}/${RESPONSE_BODY.length} HTTP/1.1\r\nHost: x\r\n\r\n`);
    await once(socket, "readable");
    socket.destroy();
    await eventually(() => expect(closedCount).toBe(1));
    await eventually(() => expect(sentBytes).toBe(0));
  },
);

it.each(["whole", "streamed"])("a response queued behind an unread one counts nothing (%s)", async (way) => {
  const answers: ServerResponse[] = [];
  server.on("request", (_, res: ServerResponse) => answers.push(res));
  const socket = connect(port(), "127.0.0.1");
  const get = `GET /${way}/${RESPONSE_BODY.length} HTTP/1.1\r\nHost: x\r\n\r\n`;
  socket.pause().write(get + get);
  await eventually(() => expect([answers.length, answers[0]?.writableNeedDrain]).toEqual([2, true]));
  const [first] = answers;
  const drainedBytes = () => (first?.socket ? first.socket.bytesWritten - first.socket.writableLength : 0);
  // The test waits until the kernel accepts no more of the first response.
  let before = -1;
  await eventually(() => {
    const now = drainedBytes();
    const isStill = now === before;
    before = now;
    expect(isStill).toBe(true);
  });
  expect(sentBytes).toBeLessThanOrEqual(drainedBytes());
  socket.destroy();
});
