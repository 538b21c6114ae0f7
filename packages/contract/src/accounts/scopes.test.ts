import { expect, test } from "vitest";
import { openApiOf } from "../openapi.ts";
import type { RouteSpec } from "../route.ts";
import { routes } from "../routes.ts";
import { SCOPES, SCOPES_OF_TYPE, scopesOf } from "./scopes.ts";

const ROUTE_TABLE: Record<string, RouteSpec> = routes;
const isWithoutAccount = ({ guard }: RouteSpec) => guard === "public" || guard === "guest";

test("every route declares a scope or noKey, except public and guest routes, which declare neither", () => {
  const wrong = Object.entries(ROUTE_TABLE).filter(
    ([, route]) => isWithoutAccount(route) !== (route.scope === undefined),
  );
  expect(wrong.map(([name]) => name)).toEqual([]);
});

test("no key can call routes for administrators, sessions, passwords, users, keys or money", () => {
  const forbidden = Object.entries(ROUTE_TABLE).filter(
    ([, { guard, path }]) =>
      guard === "admin" ||
      guard === "session" ||
      /^\/api\/(users|usersadmin|sessions|contractterms|payments|invoices|billing)\b/.test(path) ||
      /\/(apikeys|streamingkeys|contracts?|rib)\b/.test(path),
  );
  expect(forbidden.length).toBeGreaterThan(50);
  const allowed = forbidden.filter(([, route]) => scopesOf(route).length > 0);
  expect(allowed.map(([name]) => name)).toEqual([]);
});

test("a read scope opens no call that changes anything", () => {
  const changing = Object.entries(ROUTE_TABLE).filter(
    ([, route]) =>
      scopesOf(route).some((scope) => scope.endsWith(":read")) &&
      route.method !== "GET" &&
      !route.isQuestion &&
      // This call only prepares a download, which every member can request.
      route !== routes.makeDashBundle,
  );
  expect(changing.map(([name]) => name)).toEqual([]);
});

test("every scope opens at least one call and belongs to at least one type of key", () => {
  const used = new Set(Object.values(ROUTE_TABLE).flatMap(scopesOf));
  expect([...used].toSorted()).toEqual([...SCOPES].toSorted());
  expect([...new Set(Object.values(SCOPES_OF_TYPE).flat())].toSorted()).toEqual([...SCOPES].toSorted());
});

test("the OpenAPI document states the scope with which a key can call a route", () => {
  const { paths } = openApiOf(ROUTE_TABLE, { title: "Shoal", version: "1" }) as {
    paths: Record<string, Record<string, { security?: object[]; "x-scope"?: string[] }>>;
  };
  const byKey = [{ apiKey: [] }, { apiKeyBasic: [] }];
  expect(paths["/api/videos"]?.get).toMatchObject({
    security: [{ credential: [] }, ...byKey],
    "x-scope": ["videos:read"],
  });
  expect(paths["/api/viewers"]?.post).toMatchObject({ security: byKey, "x-scope": ["analytics:read"] });
  expect(paths["/api/sessions"]?.get?.security).toEqual([{ credential: [] }]);
  expect(paths["/api/sessions"]?.get).not.toHaveProperty("x-scope");
});
