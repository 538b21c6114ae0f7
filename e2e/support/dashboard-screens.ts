import type { Guard } from "../../apps/dashboard/src/composition/guard.ts";

interface DashboardScreens {
  ROUTES: readonly { path: string; guard: Guard; screen: string }[];
  FEATURE_CONTRIBUTIONS: { screens: ReadonlyMap<string, { load?: unknown; action?: unknown }> };
}

/**
 * The route table is imported at run time. A static import would include the types of all pages, which the tests' type
 * configuration does not cover.
 */
const ROUTE_TABLE_PATH = "../../apps/dashboard/src/routes/route-table.ts";
const { ROUTES, FEATURE_CONTRIBUTIONS } = (await import(ROUTE_TABLE_PATH)) as DashboardScreens;

export const DASHBOARD_ROUTES = ROUTES;

/** The names of all screens that features contribute. */
export const DASHBOARD_SCREENS: readonly string[] = [...FEATURE_CONTRIBUTIONS.screens]
  .filter(([, { load, action }]) => load ?? action)
  .map(([name]) => name);
