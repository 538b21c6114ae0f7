import { createHashRouter, type RouteObject, redirect, type ShouldRevalidateFunction } from "react-router";
import { decideStart, guardLoader } from "./guards.ts";
import { RouteFailure } from "./route-failure.tsx";
import { ROUTES, type RouteEntry } from "./route-table.ts";
import { page, type Screen, screens } from "./screens.ts";

const shell = page(async () => (await import("./shell.tsx")).Shell, "auth", "uploads");

/** Whom a guard lets pass depends on the path alone: another filter or chart waits for none. */
const isGuardedAnew: ShouldRevalidateFunction = ({ currentUrl, nextUrl, defaultShouldRevalidate }) =>
  defaultShouldRevalidate &&
  (currentUrl.pathname !== nextUrl.pathname || currentUrl.search === nextUrl.search);

function toRoute({ path, guard, screen: name }: RouteEntry): RouteObject {
  const screen: Screen | undefined = screens[name];
  if (!screen) return { path, loader: () => redirect("/") };
  const check = guardLoader(guard);
  if ("lazy" in screen) return { path, loader: check, shouldRevalidate: isGuardedAnew, lazy: screen.lazy };
  return {
    path,
    element: null,
    loader: async (call, context) => {
      await check(call, context);
      return await screen.deed(call, context);
    },
  };
}

/** Every route with its guard. An unknown path leads to the start. */
export const router = createHashRouter([
  {
    ErrorBoundary: RouteFailure,
    HydrateFallback: () => null,
    children: [
      { path: "/", loader: decideStart, element: null },
      ...ROUTES.filter((entry) => entry.isBare).map(toRoute),
      { ...shell, children: ROUTES.filter((entry) => !entry.isBare).map(toRoute) },
      { path: "*", loader: () => redirect("/") },
    ],
  },
]);
