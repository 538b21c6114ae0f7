import { type LoaderFunction, redirect } from "react-router";
import { decideRedirect, type Guard, redirectOf } from "../composition/guard.ts";
import { findCurrentUser, meQuery, queryClient } from "../lib/queries.ts";
import { requestedPath } from "../lib/requested-path.ts";
import { findRoute } from "./find-route.ts";
import { homePathOf } from "./home.ts";

/** Path of the page for unknown URLs. */
export const NOT_FOUND_PATH = "/notfound";
/** Path of the page that explains why a screen cannot be opened. */
export const NO_ACCESS_PATH = "/noaccess";
const ADDRESS_PARAM = "address";
const REFUSED_PARAM = "refused";

/** Returns the start page for an unknown URL. @example startPathFor("/nowhere") // "/?address=%2Fnowhere" */
export const startPathFor = (unknown: string): string =>
  `/?${new URLSearchParams({ [ADDRESS_PARAM]: unknown })}`;

/**
 * Returns the start page for a screen that the user's role does not admit.
 * @example refusalPathFor("/invoices") // "/?refused=%2Finvoices"
 */
const refusalPathFor = (address: string): string => `/?${new URLSearchParams({ [REFUSED_PARAM]: address })}`;

/**
 * Selects the start page after the server has confirmed the session (§2). Users who were redirected from a screen return to it. Separate
 * pages explain unknown URLs and blocked screens.
 */
export const decideStart: LoaderFunction = async ({ request }) => {
  const user = await queryClient.fetchQuery(meQuery);
  const detour = redirectOf(user);
  if (detour || !user) return redirect(detour ?? "/auth");
  const { search, searchParams } = new URL(request.url);
  if (searchParams.has(ADDRESS_PARAM)) return redirect(NOT_FOUND_PATH + search);
  const refused = searchParams.get(REFUSED_PARAM);
  if (refused !== null)
    return redirect(`${NO_ACCESS_PATH}?${new URLSearchParams({ [ADDRESS_PARAM]: refused })}`);
  return redirect(requestedPath.consume() ?? homePathOf(user));
};

/** Returns a loader that admits users or redirects them, as the guard decides. */
export function guardLoader(guard: Guard): LoaderFunction {
  return async ({ request }) => {
    if (guard === "open") return null;
    if (!decideRedirect(guard, await findCurrentUser())) return null;
    // The user's rights may have grown since the last visit, so the user is requested again before a redirect.
    const detour = decideRedirect(guard, await queryClient.fetchQuery(meQuery));
    if (!detour) return null;
    const { pathname, search } = new URL(request.url);
    const address = pathname + search;
    if (detour.isRemembered) requestedPath.remember(address);
    throw redirect(detour.isRefusal ? refusalPathFor(address) : detour.to);
  };
}

/** Redirects to the blocked screen as soon as the user's role admits them, or to the start page if no screen was blocked. */
export const decideNoAccess: LoaderFunction = async ({ request }) => {
  const user = await queryClient.fetchQuery(meQuery);
  const address = new URL(request.url).searchParams.get(ADDRESS_PARAM) ?? "/";
  const found = findRoute(address.split("?")[0] ?? "");
  if (!found) return redirect("/");
  return decideRedirect(found.route.guard, user)?.isRefusal ? null : redirect(address);
};
