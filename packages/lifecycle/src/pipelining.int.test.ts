import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { eventually } from "@shoal/testkit";
import { expect, onTestFinished, test } from "vitest";
import { answerInTurn, MAX_PIPELINED_REQUESTS } from "./pipelining.ts";

async function startServer(listener: RequestListener): Promise<{ server: Server; port: number }> {
  const server = answerInTurn(createServer(listener)).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { server, port: (server.address() as AddressInfo).port };
}

/** Sends a string over a new connection. @returns the connection, and everything received over it. */
function sendText(port: number, text: string): { socket: Socket; output: () => string } {
  const socket = connect(port, "127.0.0.1");
  let output = "";
  socket.on("error", () => undefined);
  socket.on("data", (data) => {
    output += String(data);
  });
  socket.write(text);
  return { socket, output: () => output };
}

const formatGetRequest = (path: string | number) => `GET /${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
const answersIn = (output: string) => [...output.matchAll(/<(\w+)>/g)].map(([, path]) => path);

test("pipelined requests are answered in order, one at a time", async () => {
  let underWay = 0;
  let most = 0;
  const { port } = await startServer((req, res) => {
    underWay += 1;
    most = Math.max(most, underWay);
    setImmediate(() => {
      underWay -= 1;
      res.end(`<${req.url?.slice(1)}>`);
    });
  });
  const paths = Array.from({ length: MAX_PIPELINED_REQUESTS }, (_, n) => `${n}`);
  const { output } = sendText(port, paths.map(formatGetRequest).join(""));
  await eventually(() => expect(answersIn(output())).toEqual(paths));
  expect(most).toBe(1);
});

test("pipelining works across request bodies and many rounds", async () => {
  const { port } = await startServer(async (req, res) => {
    let body = "";
    for await (const part of req) body += String(part);
    res.end(`<${body}>`);
  });
  const post = (body: string) =>
    `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  const { socket, output } = sendText(port, post("a") + post("b"));
  await eventually(() => expect(answersIn(output())).toEqual(["a", "b"]));
  socket.write(post("c") + post("d"));
  await eventually(() => expect(answersIn(output())).toEqual(["a", "b", "c", "d"]));
});

test("a connection with 20,000 requests in one write is closed, without affecting others", async () => {
  let calls = 0;
  const { port } = await startServer((req, res) => {
    calls += 1;
    if (req.url === "/other") res.end("<other>");
  });
  const flood = sendText(port, formatGetRequest("flood").repeat(20_000));
  await eventually(() => expect(flood.socket.destroyed).toBe(true));
  const { output } = sendText(port, formatGetRequest("other"));
  await eventually(() => expect(answersIn(output())).toEqual(["other"]));
  expect(calls).toBe(2);
});

test("requests after a response that ends the connection are not handled", async () => {
  const paths: (string | undefined)[] = [];
  const { port } = await startServer((req, res) => {
    paths.push(req.url);
    setImmediate(() => res.setHeader("connection", "close").end("<last>"));
  });
  const { socket, output } = sendText(port, formatGetRequest(1) + formatGetRequest(2));
  await once(socket, "close");
  expect([answersIn(output()), paths]).toEqual([["last"], ["/1"]]);
});

test("a request that a listener emits again is answered", async () => {
  const seen = new Set<unknown>();
  const { server, port } = await startServer((req, res) => {
    if (seen.has(req)) {
      res.end("<again>");
      return;
    }
    seen.add(req);
    setImmediate(() => server.emit("request", req, res));
  });
  const { output } = sendText(port, formatGetRequest(1) + formatGetRequest(2));
  await eventually(() => expect(answersIn(output())).toEqual(["again", "again"]));
});

test("the waiting requests of a caller that disconnects are dropped", async () => {
  const paths: (string | undefined)[] = [];
  const { server, port } = await startServer((req) => void paths.push(req.url));
  const { socket } = sendText(port, formatGetRequest(1) + formatGetRequest(2));
  await eventually(() => expect(paths).toEqual(["/1"]));
  socket.destroy();
  await eventually(async () => {
    const { promise, resolve } = Promise.withResolvers<number>();
    server.getConnections((_, count) => resolve(count));
    expect(await promise).toBe(0);
  });
  expect(paths).toEqual(["/1"]);
});
