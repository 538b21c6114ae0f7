import { once } from "node:events";
import type { RequestListener } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { eventually } from "@shoal/testkit";
import { expect, onTestFinished, test } from "vitest";
import { type HttpLimits, makeHttpServer } from "./http-server.ts";
import { MAX_PIPELINED_REQUESTS } from "./pipelining.ts";

async function connectTo(listener: RequestListener, limits: HttpLimits = {}): Promise<Socket> {
  const server = makeHttpServer(listener, limits).listen(0, "127.0.0.1");
  await once(server, "listening");
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  socket.on("error", () => undefined).resume();
  onTestFinished(() => {
    socket.destroy();
    server.closeAllConnections();
    server.close();
  });
  await once(socket, "connect");
  return socket;
}
const isClosed = (socket: Socket) => eventually(() => expect(socket.destroyed).toBe(true));

test("incomplete headers close their connection after the time limit", async () => {
  const socket = await connectTo(() => undefined, { headersMs: 100, requestMs: 100_000 });
  socket.write("GET / HTTP/1.1\r\nX-Slow: ");
  await isClosed(socket);
});

test("an incomplete body closes its connection after the time limit", async () => {
  const socket = await connectTo((req) => void req.resume(), { headersMs: 100, requestMs: 200 });
  socket.write("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nhalf");
  await isClosed(socket);
});

test("headers over the size limit are refused", async () => {
  const socket = await connectTo(() => undefined, { maxHeaderBytes: 1_000 });
  socket.write(`GET / HTTP/1.1\r\nX-Long: ${"x".repeat(2_000)}\r\n\r\n`);
  await isClosed(socket);
});

test("a connection with too many waiting requests is closed", async () => {
  const socket = await connectTo(() => undefined);
  socket.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n".repeat(MAX_PIPELINED_REQUESTS + 2));
  await isClosed(socket);
});
