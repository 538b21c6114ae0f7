import { API_KEY_TYPES, type RouteSpec, routes, SCOPES_OF_TYPE, scopesOf } from "@shoal/contract";
import { expect, test } from "vitest";
import { canKeyCall, rolesOfKey } from "./key-rights.ts";
import { passesGuard } from "./roles.ts";

const ROUTE_TABLE = Object.entries(routes as Record<string, RouteSpec>);

test.each(API_KEY_TYPES)(
  "a key of type %s gets roles that pass the guard of every route that it can call",
  (type) => {
    const scopes = SCOPES_OF_TYPE[type];
    const allowed = ROUTE_TABLE.filter(([, route]) => canKeyCall(route, scopes));
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
  "a key of type %s never gets the admin role, and gets the manager role only on routes for managers",
  (type) => {
    for (const [name, route] of ROUTE_TABLE) {
      const roles = rolesOfKey(route, SCOPES_OF_TYPE[type]);
      expect(roles, name).not.toContain("admin");
      if (route.guard !== "manager") expect(roles, name).not.toContain("manager");
      if (!canKeyCall(route, SCOPES_OF_TYPE[type])) expect(roles, name).toEqual([]);
    }
  },
);

test("read-only keys get a member's view, and keys that can change something get an editor's view", () => {
  expect(rolesOfKey(routes.getVideo, SCOPES_OF_TYPE.read)).toEqual([]);
  expect(rolesOfKey(routes.getVideo, SCOPES_OF_TYPE.full)).toEqual(["editor"]);
  expect(rolesOfKey(routes.getStatisticsTotals, SCOPES_OF_TYPE.full)).toEqual(["readAnalytics"]);
  expect(rolesOfKey(routes.updateConfig, SCOPES_OF_TYPE.delivery)).toEqual(["manager"]);
});

test("no type of key can call a route that is closed to keys", () => {
  const closed = ROUTE_TABLE.filter(([, route]) => scopesOf(route).length === 0);
  expect(closed.length).toBeGreaterThan(100);
  for (const type of API_KEY_TYPES)
    for (const [name, route] of closed) expect(canKeyCall(route, SCOPES_OF_TYPE[type]), name).toBe(false);
});
