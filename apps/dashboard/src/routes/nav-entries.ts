import type { UserView } from "@shoal/contract";
import { isAllowed } from "../composition/guard.ts";
import type { AdminEntry, NavigationItem } from "../composition/join-features.ts";
import type { ScreenName } from "../features.ts";
import { findRoute } from "./find-route.ts";
import { isInPlan } from "./plan.ts";
import { FEATURE_CONTRIBUTIONS } from "./route-table.ts";

/** An entry of the navigation; `text` is its key below `nav`. */
export type NavEntry = NavigationItem<ScreenName>;

/** The screens of the administration; `text` is the key of their names below `shared.admin`. */
export const ADMIN_ENTRIES: readonly AdminEntry<ScreenName>[] = FEATURE_CONTRIBUTIONS.administration;

/** Returns the navigation entries for a user in the client they see (§2). */
export function findEntries({ roles, client_infos }: Pick<UserView, "roles" | "client_infos">): NavEntry[] {
  const [client] = client_infos;
  if (!client) return [];
  return FEATURE_CONTRIBUTIONS.offers.filter(
    ({ screen, guard, isFor }) =>
      isInPlan(screen, client) && isAllowed(guard, roles) && (!isFor || isFor(client, roles)),
  );
}

/**
 * Marks the current navigation entry, visually and for screen readers.
 * @returns the entry's `aria-current`: "page" for its own screen, "true" for the screens below it.
 */
export function currentOf(
  { screen, holds }: Pick<NavEntry, "screen" | "holds">,
  pathname: string,
): "page" | "true" | undefined {
  const shown = findRoute(pathname)?.route.screen;
  if (shown === screen) return "page";
  return shown !== undefined && holds.includes(shown) ? "true" : undefined;
}
