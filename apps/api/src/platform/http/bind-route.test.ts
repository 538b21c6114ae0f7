import { defineRoute } from "@shoal/contract";
import Fastify from "fastify";
import { expect, test } from "vitest";
import { z } from "zod";
import { assertAllBound, bindRoute } from "./bind-route.ts";
import { handleErrors } from "./errors.ts";

const routeTable = {
  readOne: defineRoute({ method: "GET", path: "/things/{id}", guard: "public", summary: "" }),
  removeOne: defineRoute({ method: "DELETE", path: "/things/{id}", guard: "public", summary: "" }),
};
const guardFor = () => async () => undefined;

test("startup fails with the name of a route that has no handler, or two", () => {
  const app = Fastify();
  expect(() => assertAllBound(app, routeTable)).toThrow("No handler is bound to readOne, removeOne");
  bindRoute(app, guardFor, routeTable.readOne, async () => undefined);
  expect(() => assertAllBound(app, routeTable)).toThrow("No handler is bound to removeOne");
  bindRoute(app, guardFor, routeTable.removeOne, async () => undefined);
  expect(() => assertAllBound(app, routeTable)).not.toThrow();
  expect(() => bindRoute(app, guardFor, routeTable.removeOne, async () => undefined)).toThrow(
    /DELETE.*things/,
  );
});

const addThing = defineRoute({
  method: "POST",
  path: "/things",
  guard: "user",
  scope: "noKey",
  summary: "",
  query: z.strictObject({ page: z.string().optional() }),
  body: z.strictObject({ names: z.array(z.string()).optional() }),
});

async function addWrongThing(query: string, payload: object) {
  const app = Fastify();
  handleErrors(app);
  bindRoute(app, guardFor, addThing, async () => undefined);
  const { body } = await app.inject({ method: "POST", url: `/things${query}`, payload });
  await app.close();
  return { sizeBytes: body.length, fields: JSON.parse(body).fields as { path: string; reason: string }[] };
}

test("an unknown field is reported under its own name", async () => {
  const { fields } = await addWrongThing("?size=1", { title: "a", names: ["b", 1] });
  expect(fields.map(({ path }) => path).toSorted()).toEqual(["names.1", "size", "title"]);
  expect(fields).toContainEqual({ path: "title", reason: "is not a known field" });
});

test.each([
  ["many unknown fields", "", Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`k${n}`, 1]))],
  ["many unknown parameters", `?${Array.from({ length: 2_000 }, (_, n) => `k${n}=`).join("&")}`, {}],
  ["many wrong values", "", { names: Array(20_000).fill(1) }],
  ["a very long field name", "", { ["n".repeat(500_000)]: 1 }],
])("the response to a call with %s stays small", async (_, query, payload) => {
  const { sizeBytes, fields } = await addWrongThing(query, payload);
  expect(fields.length).toBeLessThanOrEqual(100);
  expect(sizeBytes).toBeLessThan(40_000);
});

test("uuids in a path are converted to lower case before the guard runs; other parameters stay unchanged", async () => {
  const route = defineRoute({
    method: "GET",
    path: "/things/{id}/{name}",
    guard: "public",
    summary: "",
    params: z.object({ id: z.uuid(), name: z.string() }),
    response: z.object({ guarded: z.unknown(), params: z.unknown() }),
  });
  const uuid = "4D9A5C1E-6F0B-4A52-9B6E-0A1B2C3D4E5F";
  let guarded: unknown;
  const app = Fastify();
  bindRoute(
    app,
    () => async (request) => {
      guarded = { ...(request.params as object) };
    },
    route,
    async ({ params }) => ({ guarded, params }),
  );
  const read = { id: uuid.toLowerCase(), name: uuid };
  expect((await app.inject(`/things/${uuid}/${uuid}`)).json()).toEqual({ guarded: read, params: read });
  await app.close();
});

test("public calls only accept small bodies", async () => {
  const app = Fastify();
  handleErrors(app);
  for (const path of ["/api/things", "/internal/things"])
    bindRoute(app, guardFor, { ...addThing, path, guard: "public" }, async () => undefined);
  const send = (names: string[], url = "/api/things") =>
    app.inject({ method: "POST", url, payload: { names } });
  expect((await send(["a name"])).statusCode).toBe(204);
  expect((await send(["a".repeat(17_000)])).json()).toMatchObject({ code: "body_too_large" });
  expect((await send(["a".repeat(17_000)], "/internal/things")).statusCode).toBe(204);
  await app.close();
});
