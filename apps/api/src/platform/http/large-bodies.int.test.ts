import { defineRoute } from "@shoal/contract";
import { eventually } from "@shoal/testkit";
import Fastify from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { bindRoute } from "./bind-route.ts";
import { recordClient } from "./client-of-call.ts";
import { handleErrors } from "./errors.ts";

const largeRoute = defineRoute({
  method: "POST",
  path: "/lists",
  guard: "user",
  scope: "noKey",
  summary: "Takes long lists",
  body: z.object({ list: z.array(z.string()) }),
  maxBodyBytes: 8_000_000,
  response: z.object({ size: z.number() }),
});
const app = Fastify({ bodyLimit: 2_000_000 });
/** Functions that end the calls being served. */
const pendingAnswers: (() => void)[] = [];
let serverUrl: string;

beforeAll(async () => {
  handleErrors(app);
  const guardFor = () => async (request: Parameters<typeof recordClient>[0]) =>
    recordClient(request, String(request.headers["x-client"]));
  bindRoute(app, guardFor, largeRoute, async ({ body }) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    pendingAnswers.push(resolve);
    await promise;
    return { size: body.list.length };
  });
  serverUrl = `${await app.listen({ port: 0, host: "127.0.0.1" })}/lists`;
});
afterAll(() => app.close());

const sendBody = (client: string, size: number) =>
  fetch(serverUrl, {
    method: "POST",
    headers: { "content-type": "application/json", "x-client": client },
    body: JSON.stringify({ list: Array.from({ length: size }, () => "2001:db8::/32") }),
  });
const LARGE_SIZE = 30_000;

test("a client's large bodies are read one at a time with a short queue, while other bodies are not delayed", async () => {
  const all = Array.from({ length: 9 }, () => sendBody("busy", LARGE_SIZE));
  // One body is being read, and four wait.
  const refused = new Set<Response>();
  for (const each of all) void each.then((answer) => answer.status === 429 && refused.add(answer));
  await eventually(() => refused.size === 4 && pendingAnswers.length === 1, {
    what: "those that are refused",
  });
  expect([...refused].map(({ headers }) => headers.get("retry-after"))).toEqual(["2", "2", "2", "2"]);
  const others = [sendBody("busy", 1), sendBody("other", LARGE_SIZE)];
  await eventually(() => pendingAnswers.length === 3, { what: "a small body, and one of another client" });
  for (let answered = 0; answered < 7; answered += 1) {
    await eventually(() => pendingAnswers.length > answered, { what: "the next body" });
    pendingAnswers[answered]?.();
  }
  for (const other of others) expect((await other).status).toBe(200);
  const statuses = (await Promise.all(all)).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([200, 200, 200, 200, 200, 429, 429, 429, 429]);
});
