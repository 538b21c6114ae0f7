import { expect, it } from "vitest";
import type { z } from "zod";
import { type RouteSpec, routes } from "./index.ts";

/** The calls of the specification whose body can name a revision. */
const callsWithRevision = Object.entries(routes as Record<string, RouteSpec>).flatMap(([name, route]) => {
  const shape = (route.body as { shape?: Record<string, z.ZodType> } | undefined)?.shape;
  return route.isOldCall && shape?.revision ? [{ name, revision: shape.revision }] : [];
});

it("covers users, clients, their collections and videos", () => {
  const names = callsWithRevision.map(({ name }) => name);
  for (const name of ["updateUser", "updateClient", "updateCollection", "updateVideo"])
    expect(names).toContain(name);
});

it.each(callsWithRevision)("accepts a call of $name without a revision", ({ revision }) => {
  expect(revision.safeParse(undefined).success).toBe(true);
});
