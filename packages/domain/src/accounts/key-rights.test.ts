import { API_KEY_TYPES, type RouteSpec, routes, SCOPES_OF_TYPE, scopesOf } from "@shoal/contract";
import { expect, test } from "vitest";
import { mayKeyCall, rolesOfKey } from "./key-rights.ts";
import { passesGuard } from "./roles.ts";

const TABLE = Object.entries(routes as Record<string, RouteSpec>);

test.each(API_KEY_TYPES)(
  "a key of type %s calls with roles that pass the guard of each call that it may make",
  (type) => {
    const scopes = SCOPES_OF_TYPE[type];
    const allowed = TABLE.filter(([, route]) => mayKeyCall(route, scopes));
    expect(allowed.length).toBeGreaterThan(0);
    const stopped = allowed.filter(
      ([, route]) =>
        route.guard !== "apiKey" &&
        !passesGuard({ roles: rolesOfKey(route, scopes), isPasswordModified: true }, route.guard),
    );
    expect(stopped.map(([name]) => name)).toEqual([]);
  },
);

test.each(API_KEY_TYPES)(
  "a key of type %s is never an administrator, and a manager only where managers alone may call",
  (type) => {
    for (const [name, route] of TABLE) {
      const roles = rolesOfKey(route, SCOPES_OF_TYPE[type]);
      expect(roles, name).not.toContain("admin");
      if (route.guard !== "manager") expect(roles, name).not.toContain("manager");
      if (!mayKeyCall(route, SCOPES_OF_TYPE[type])) expect(roles, name).toEqual([]);
    }
  },
);

test("keys that only read see what members see, and those that may change it what editors see", () => {
  expect(rolesOfKey(routes.getVideo, SCOPES_OF_TYPE.read)).toEqual([]);
  expect(rolesOfKey(routes.getVideo, SCOPES_OF_TYPE.full)).toEqual(["editor"]);
  expect(rolesOfKey(routes.getStatisticsTotals, SCOPES_OF_TYPE.full)).toEqual(["readAnalytics"]);
  expect(rolesOfKey(routes.updateConfig, SCOPES_OF_TYPE.delivery)).toEqual(["manager"]);
});

test("no type of key makes a call that no key may make", () => {
  const closed = TABLE.filter(([, route]) => scopesOf(route).length === 0);
  expect(closed.length).toBeGreaterThan(100);
  for (const type of API_KEY_TYPES)
    for (const [name, route] of closed) expect(mayKeyCall(route, SCOPES_OF_TYPE[type]), name).toBe(false);
});
