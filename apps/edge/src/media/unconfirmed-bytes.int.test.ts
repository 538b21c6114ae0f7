import { once } from "node:events";
import type { Server, ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { makeHttpServer } from "@shoal/lifecycle";
import { eventually } from "@shoal/testkit";
import { afterEach, beforeEach, expect, it } from "vitest";
import { sendCounted, sendPieces } from "./send-counted.ts";
import { recordRequest } from "./unconfirmed-bytes.ts";

const RESPONSE_BODY = Buffer.alloc(60_000_000, "x");
/** A size that a connection's buffers accept on any machine. */
const SHORT_BODY_BYTES = 700_000;
/**
 * A size below the system's largest buffer for a connection. None of these bytes is proven to have been sent, whatever the
 * receiver's buffers.
 */
const UNCONFIRMED_BYTES = 4_000_000;
let server: Server;
let countedBytes = 0;
let finishedBytes: number;
let closedCount: number;
beforeEach(async () => {
  [countedBytes, finishedBytes, closedCount] = [0, 0, 0];
  const counter = {
    add: (bytes: number) => {
      countedBytes += bytes;
    },
    refund: (bytes: number) => {
      countedBytes -= bytes;
    },
  };
  const answer = (res: ServerResponse, way: string | undefined, bytes: Buffer) => {
    res.writeHead(200, { "content-length": bytes.length });
    if (way === "whole") sendCounted(res, bytes, counter);
    else void sendPieces(res, slicesOf(bytes), counter);
  };
  server = makeHttpServer((req, res) => {
    recordRequest(req, res);
    res.once("finish", () => {
      finishedBytes += 1;
    });
    const [, way, length] = (req.url ?? "").split("/");
    if (way === "list") res.end("list");
    else answer(res, way, RESPONSE_BODY.subarray(0, Number(length)));
  }).listen(0, "127.0.0.1");
  server.on("connection", (socket) =>
    socket.once("close", () => {
      closedCount += 1;
    }),
  );
  await once(server, "listening");
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

async function* slicesOf(bytes: Buffer) {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
}
const requestFor = (path: string) => `GET /${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
async function connectClient(): Promise<Socket> {
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  socket.on("error", () => undefined);
  await once(socket, "connect");
  return socket;
}
/** Reads exactly this many bytes, including headers. */
const readBytes = (socket: Socket, bytes: number) =>
  new Promise<number>((resolve) => {
    let came = 0;
    const handleData = (data: Buffer) => {
      came += data.length;
      if (came < bytes) return;
      socket.off("data", handleData);
      socket.pause();
      resolve(came);
    };
    socket.on("data", handleData).resume();
  });
const isClosed = () => eventually(() => expect(closedCount).toBe(1));

it.each(["whole", "streamed"])(
  "bytes that the system held are not counted when the client resets the connection (%s)",
  async (way) => {
    for (const length of [SHORT_BODY_BYTES, RESPONSE_BODY.length]) {
      closedCount = 0;
      const socket = (await connectClient()).pause();
      socket.write(requestFor(`${way}/${length}`));
      await eventually(() => expect(countedBytes).toBeGreaterThanOrEqual(SHORT_BODY_BYTES));
      socket.resetAndDestroy();
      await isClosed();
      expect(countedBytes).toBe(0);
    }
  },
);

it.each(["whole", "streamed"])("unread responses to pipelined requests count nothing (%s)", async (way) => {
  const socket = (await connectClient()).pause();
  // All responses together stay below the limit, since a fast machine may accept each of them before the reset.
  socket.write(
    requestFor(`${way}/${SHORT_BODY_BYTES}`).repeat(Math.floor(UNCONFIRMED_BYTES / SHORT_BODY_BYTES)),
  );
  await eventually(() => expect(finishedBytes).toBeGreaterThanOrEqual(2));
  socket.resetAndDestroy();
  await isClosed();
  expect(countedBytes).toBe(0);
});

it.each(["whole", "streamed"])(
  "bytes read before a reset count, except as many as the system can hold (%s)",
  async (way) => {
    const socket = await connectClient();
    socket.write(requestFor(`${way}/${RESPONSE_BODY.length}`));
    const came = await readBytes(socket, 40_000_000);
    socket.resetAndDestroy();
    await isClosed();
    expect(countedBytes).toBeGreaterThan(came - 4_194_304 - 262_144);
    expect(countedBytes).toBeLessThan(RESPONSE_BODY.length);
  },
);

it.each(["whole", "streamed"])(
  "a complete response counts in full, even if a later one is reset (%s)",
  async (way) => {
    const socket = await connectClient();
    for (const next of ["list", `${way}/${UNCONFIRMED_BYTES}`]) {
      const before = countedBytes;
      socket.write(requestFor(`${way}/${SHORT_BODY_BYTES}`));
      await readBytes(socket, SHORT_BODY_BYTES);
      await eventually(() => expect(countedBytes).toBe(before + SHORT_BODY_BYTES));
      socket.write(requestFor(next));
      await readBytes(socket, 1);
    }
    socket.resetAndDestroy();
    await isClosed();
    expect(countedBytes).toBe(2 * SHORT_BODY_BYTES);
  },
);

it.each(["whole", "streamed"])(
  "a complete response counts in full when the connection is closed normally (%s)",
  async (way) => {
    const socket = await connectClient();
    socket.write(requestFor(`${way}/${SHORT_BODY_BYTES}`));
    await readBytes(socket, SHORT_BODY_BYTES);
    socket.end();
    socket.resume();
    await isClosed();
    expect(countedBytes).toBe(SHORT_BODY_BYTES);
  },
);
