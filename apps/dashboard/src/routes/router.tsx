import { createElement } from "react";
import { createHashRouter, type RouteObject, redirect, type ShouldRevalidateFunction } from "react-router";
import {
  decideNoAccess,
  decideStart,
  guardLoader,
  NO_ACCESS_PATH,
  NOT_FOUND_PATH,
  startPathFor,
} from "./guards.ts";
import { Root } from "./loading/root.tsx";
import { ScreenOutlet } from "./loading/screen-outlet.tsx";
import { StartPage } from "./loading/start-page.tsx";
import { dependsOnPlan } from "./plan.ts";
import { RouteFailure, ScreenFailure } from "./route-failure.tsx";
import { ROUTES, type RouteEntry } from "./route-table.ts";
import { lazyPage, type Screen, screenOf } from "./screens.ts";

const notFound = lazyPage(async () => (await import("./no-screen.tsx")).NotFound);
const noAccess = lazyPage(async () => (await import("./no-screen.tsx")).NoAccess);
const shellRoute = lazyPage(async () => (await import("./shell.tsx")).Shell);

/** Whether a guard must be checked again: a guard's decision depends only on the path, not on filters or charts in the URL. */
const shouldCheckGuard: ShouldRevalidateFunction = ({ currentUrl, nextUrl, defaultShouldRevalidate }) =>
  defaultShouldRevalidate &&
  (currentUrl.pathname !== nextUrl.pathname || currentUrl.search === nextUrl.search);

function toRoute({ path, guard, screen: name }: RouteEntry): RouteObject {
  const screen = screenOf(name);
  const check = guardLoader(guard);
  if ("lazy" in screen) {
    const lazy = dependsOnPlan(name) ? lazyForPlan(name, screen) : screen.lazy;
    return { path, loader: check, shouldRevalidate: shouldCheckGuard, lazy };
  }
  return {
    path,
    element: null,
    loader: async (call, context) => {
      await check(call, context);
      return await screen.action(call, context);
    },
  };
}

/** Returns a screen that explains that the client's plan does not include it. */
function lazyForPlan(name: RouteEntry["screen"], { lazy }: Extract<Screen, { lazy: unknown }>) {
  return async () => {
    const [{ Component }, { PlanOnly: ForPlan }] = await Promise.all([lazy(), import("./no-screen.tsx")]);
    return { Component: () => createElement(ForPlan, { screen: name, Screen: Component }) };
  };
}

/** Every route with its guard. Unknown paths and blocked screens lead to the start page (§2), which explains the reason. */
export const router = createHashRouter([
  {
    Component: Root,
    ErrorBoundary: RouteFailure,
    HydrateFallback: StartPage,
    children: [
      { path: "/", loader: decideStart, element: null },
      ...ROUTES.filter((entry) => entry.isBare).map(toRoute),
      {
        ...shellRoute,
        children: [
          {
            Component: ScreenOutlet,
            children: [
              {
                // A separate error boundary, so that the navigation remains available if a page fails.
                ErrorBoundary: ScreenFailure,
                children: ROUTES.filter((entry) => !entry.isBare).map(toRoute),
              },
              { path: NOT_FOUND_PATH, loader: guardLoader("default"), ...notFound },
              { path: NO_ACCESS_PATH, loader: decideNoAccess, ...noAccess },
            ],
          },
        ],
      },
      { path: "*", loader: ({ request }) => redirect(startPathFor(new URL(request.url).pathname)) },
    ],
  },
]);
