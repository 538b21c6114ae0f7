import { matchPath } from "react-router";
import { ROUTES, type RouteEntry } from "./route-table.ts";

/** A route together with the parameters in a URL. */
interface FoundRoute {
  route: RouteEntry;
  params: Record<string, string | undefined>;
}

/** Finds the route of a path; undefined for "/" and for unknown paths. @example findRoute("/player/6f1c")?.params.uuid */
export function findRoute(pathname: string): FoundRoute | undefined {
  for (const route of ROUTES) {
    const match = matchPath(route.path, pathname);
    if (match) return { route, params: match.params };
  }
  return undefined;
}
