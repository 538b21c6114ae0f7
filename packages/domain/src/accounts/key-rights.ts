import { type Role, type RouteSpec, type Scope, scopesOf } from "@shoal/contract";

type CalledRoute = Pick<RouteSpec, "guard" | "scope">;

/**
 * Returns whether a key with these scopes may call a route.
 * @example canKeyCall({ guard: "user", scope: "videos:read" }, []) // false
 */
export const canKeyCall = (route: CalledRoute, scopes: readonly Scope[]): boolean =>
  scopesOf(route).some((scope) => scopes.includes(scope));

/**
 * Returns the roles with which a key calls a route: those that the route requires, but never that of the platform administrator. Where
 * any member may call, a key that can change what the route shows gets the editor's role, so that it sees what it changes.
 * @example rolesOfKey({ guard: "member", scope: "videos:read" }, ["videos:read", "videos:write"]) // ["editor"]
 */
export function rolesOfKey(route: CalledRoute, scopes: readonly Scope[]): Role[] {
  if (!canKeyCall(route, scopes)) return [];
  if (route.guard === "manager" || route.guard === "editor") return [route.guard];
  const areas = scopesOf(route).map((scope) => scope.split(":", 1)[0]);
  // This role restricts its user to analytics, so a key with it cannot pass as a member.
  if (areas.includes("analytics")) return route.guard === "member" ? [] : ["readAnalytics"];
  return areas.some((area) => scopes.some((scope) => scope === `${area}:write`)) ? ["editor"] : [];
}
