import { connect } from "node:net";
import { text } from "node:stream/consumers";
import Fastify, { type FastifyInstance } from "fastify";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { limitBodyMemory } from "./buffered-bodies.ts";
import { handleErrors } from "./errors.ts";

let app: FastifyInstance;
/** Resolves when a call's body starts to be read. */
let bodyBegan: Promise<void>;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  app = Fastify({ bodyLimit: 1_000_000, forceCloseConnections: true });
  handleErrors(app);
  const { promise, resolve } = Promise.withResolvers<void>();
  bodyBegan = promise;
  limitBodyMemory(app, {
    limitBytes: 10_000_000,
    senderOf() {
      resolve();
      return { clientUuid: "client", userUuid: "user" };
    },
  });
  app.post("/", async ({ body }) => body);
});
afterEach(async () => {
  await app.close();
  vi.useRealTimers();
});

test("a stalled large body ends with an error, and its connection is closed", async () => {
  const { hostname, port } = new URL(await app.listen({ port: 0, host: "127.0.0.1" }));
  const socket = connect(Number(port), hostname);
  const answer = text(socket);
  socket.write(
    ["POST / HTTP/1.1", "Host: a", "Content-Type: application/json", "Content-Length: 500000", "", "{"].join(
      "\r\n",
    ),
  );
  await bodyBegan;
  await new Promise(setImmediate);
  vi.advanceTimersByTime(20_000);
  const [head = "", body = ""] = (await answer).split("\r\n\r\n");
  expect(head).toMatch(/^HTTP\/1\.1 408 [\s\S]*connection: close/i);
  expect(JSON.parse(body)).toMatchObject({ code: "body_too_slow" });
});

test("a large body arrives unchanged, and one above the route's limit is refused", async () => {
  const post = (payload: object) => app.inject({ method: "POST", url: "/", payload });
  const whole = { text: "é".repeat(200_000) };
  expect((await post(whole)).json()).toEqual(whole);
  const chunked = await app.inject({
    method: "POST",
    url: "/",
    headers: { "content-type": "application/json", "transfer-encoding": "chunked" },
    payload: JSON.stringify({ text: "a".repeat(1_100_000) }),
  });
  expect([chunked.statusCode, chunked.json()]).toMatchObject([413, { code: "body_too_large" }]);
});
