import { defineRoute } from "@shoal/contract";
import Fastify from "fastify";
import { expect, test } from "vitest";
import { assertAllBound, bindRoute } from "./bind-route.ts";

const table = {
  readOne: defineRoute({ method: "GET", path: "/things/{id}", guard: "public", summary: "" }),
  removeOne: defineRoute({ method: "DELETE", path: "/things/{id}", guard: "public", summary: "" }),
};
const guardFor = () => async () => undefined;

test("a start without a handler for every route, or with two for one, fails and names it", () => {
  const app = Fastify();
  expect(() => assertAllBound(app, table)).toThrow("No handler is bound to readOne, removeOne");
  bindRoute(app, guardFor, table.readOne, async () => undefined);
  expect(() => assertAllBound(app, table)).toThrow("No handler is bound to removeOne");
  bindRoute(app, guardFor, table.removeOne, async () => undefined);
  expect(() => assertAllBound(app, table)).not.toThrow();
  expect(() => bindRoute(app, guardFor, table.removeOne, async () => undefined)).toThrow(/DELETE.*things/);
});
