import { type LoaderFunction, redirect } from "react-router";
import { decide, detourOf, type Guard } from "../composition/guard.ts";
import { findCurrentUser, meQuery, queryClient } from "../lib/queries.ts";
import { wantedPath } from "../lib/wanted-path.ts";
import { homeOf } from "./home.ts";
import { hasScreen } from "./screens.ts";

/** The page for unknown addresses. */
export const NOT_FOUND_PATH = "/notfound";
const ADDRESS = "address";

/** The start page for an unknown URL. @example startFor("/nowhere") // "/?address=%2Fnowhere" */
export const startFor = (unknown: string): string => `/?${new URLSearchParams({ [ADDRESS]: unknown })}`;

/**
 * The start page is chosen after the server confirmed the session (§2); users sent away from a screen return there, and unknown
 * addresses get their own page.
 */
export const decideStart: LoaderFunction = async ({ request }) => {
  const user = await queryClient.fetchQuery(meQuery);
  const detour = detourOf(user);
  if (detour || !user) return redirect(detour ?? "/auth");
  const { search, searchParams } = new URL(request.url);
  if (searchParams.has(ADDRESS)) return redirect(NOT_FOUND_PATH + search);
  return redirect(wantedPath.consume() ?? homeOf(user, hasScreen));
};

/** A loader that lets users pass or redirects them, as the guard decides. */
export function guardLoader(guard: Guard): LoaderFunction {
  return async ({ request }) => {
    if (guard === "open") return null;
    if (!decide(guard, await findCurrentUser())) return null;
    // The user's rights may have grown since the last visit: never redirect based on stored data.
    const detour = decide(guard, await queryClient.fetchQuery(meQuery));
    if (!detour) return null;
    const { pathname, search } = new URL(request.url);
    if (detour.isRemembered) wantedPath.remember(pathname + search);
    throw redirect(detour.to);
  };
}
