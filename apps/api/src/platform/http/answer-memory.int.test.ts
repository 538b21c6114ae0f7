import type { ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { Readable } from "node:stream";
import { eventually } from "@shoal/testkit";
import Fastify from "fastify";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { AnswerMemory, limitAnswerMemory } from "./answer-memory.ts";

/** A response larger than the system's socket buffers accept without a reader. */
const LARGE_BODY = Buffer.alloc(20_000_000, "x");
const app = Fastify();
/** The responses being served, in the order of their calls. */
const servedAnswers: { user: string; raw: ServerResponse }[] = [];
const clientSockets: Socket[] = [];

beforeAll(async () => {
  const partOf = (text: unknown) => {
    const [clientUuid = "", userUuid = ""] = String(text).split("/");
    return { clientUuid, userUuid };
  };
  limitAnswerMemory(app, { limitBytes: 65_000_000, senderOf: ({ headers }) => partOf(headers["x-user"]) });
  app.addHook("onRequest", async ({ headers }, { raw }) => {
    servedAnswers.push({ user: String(headers["x-user"]), raw });
  });
  app.get("/large", async () => LARGE_BODY);
  app.get("/small", async () => "small");
  app.get("/file", async () => Readable.from([LARGE_BODY.subarray(0, 1_000), LARGE_BODY]));
  await app.listen({ port: 0, host: "127.0.0.1" });
});
beforeEach(() => {
  servedAnswers.length = 0;
});
afterEach(async () => {
  for (const socket of clientSockets.splice(0)) socket.destroy();
  await eventually(() => servedAnswers.every(({ raw }) => raw.closed));
});
afterAll(() => app.close());

/** Sends a request without reading the response. */
async function startRequest(user: string, path = "/large"): Promise<void> {
  const before = servedAnswers.length;
  const socket = connect((app.server.address() as AddressInfo).port, "127.0.0.1");
  clientSockets.push(socket.on("error", () => undefined).pause());
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nX-User: ${user}\r\n\r\n`);
  await eventually(() => servedAnswers.length > before && servedAnswers.at(-1)?.raw.headersSent);
}
const isBroken = ({ raw }: { raw: ServerResponse }) => raw.destroyed && !raw.writableFinished;
const listBroken = () => servedAnswers.filter(isBroken);

test("of unread responses, the oldest of the user who holds most is aborted", async () => {
  await startRequest("calm/one");
  await startRequest("greedy/one");
  await startRequest("greedy/two");
  expect(listBroken()).toEqual([]);
  await startRequest("greedy/two");
  await eventually(() => listBroken().length > 0);
  expect(servedAnswers.map(isBroken)).toEqual([false, false, true, false]);
});

test("read responses no longer count, and other responses on the same connection continue", async () => {
  const { port } = app.server.address() as AddressInfo;
  for (let n = 0; n < 6; n += 1) {
    const answer = await fetch(`http://127.0.0.1:${port}/large`, { headers: { "x-user": "calm/one" } });
    expect((await answer.arrayBuffer()).byteLength).toBe(LARGE_BODY.byteLength);
  }
  expect(listBroken()).toEqual([]);
});

test("a streamed file counts as one piece, and small responses do not count", async () => {
  for (let n = 0; n < 12; n += 1) await startRequest("calm/one", n % 2 === 0 ? "/file" : "/small");
  expect(listBroken()).toEqual([]);
});

test("a response larger than the limit is aborted, and every response releases its memory", () => {
  const memory = new AnswerMemory(10);
  const log: string[] = [];
  const hold = (name: string, heldBytes: number) =>
    memory.hold({ holder: { clientUuid: name, userUuid: name }, heldBytes, end: () => void log.push(name) });
  const letGo = [hold("one", 4), hold("two", 11), hold("three", 6)];
  expect([log, memory.heldBytes]).toEqual([["two"], 10]);
  for (const each of letGo) each();
  expect(memory.heldBytes).toBe(0);
});
