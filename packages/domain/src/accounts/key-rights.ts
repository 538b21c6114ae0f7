import { type Role, type RouteSpec, type Scope, scopesOf } from "@shoal/contract";

type Called = Pick<RouteSpec, "guard" | "scope">;

/** Whether a key with these scopes may call a route. @example mayKeyCall({ guard: "user", scope: "videos:read" }, []) // false */
export const mayKeyCall = (route: Called, scopes: readonly Scope[]): boolean =>
  scopesOf(route).some((scope) => scopes.includes(scope));

/**
 * With which roles a key calls a route: those that the route asks for, and where every member may call, an editor's for keys that
 * may change what the route shows, so that they see what they change. Never the platform's administration.
 * @example rolesOfKey({ guard: "member", scope: "videos:read" }, ["videos:read", "videos:write"]) // ["editor"]
 */
export function rolesOfKey(route: Called, scopes: readonly Scope[]): Role[] {
  if (!mayKeyCall(route, scopes)) return [];
  if (route.guard === "manager" || route.guard === "editor") return [route.guard];
  const areas = scopesOf(route).map((scope) => scope.split(":", 1)[0]);
  // People with only this role may only read analytics: it cannot be a member's.
  if (areas.includes("analytics")) return route.guard === "member" ? [] : ["readAnalytics"];
  return areas.some((area) => scopes.some((scope) => scope === `${area}:write`)) ? ["editor"] : [];
}
