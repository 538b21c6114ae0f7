import type { ClientInfo } from "@shoal/contract";
import type { PlanFlag } from "../composition/define-feature.ts";
import type { ScreenName } from "../features.ts";
import { FEATURE_CONTRIBUTIONS } from "./route-table.ts";

const flagOf = (screen: ScreenName) => FEATURE_CONTRIBUTIONS.screens.get(screen)?.plan;

/** Whether a client's plan includes a screen. */
export function isInPlan(screen: ScreenName, client: Pick<ClientInfo, PlanFlag>): boolean {
  const flag = flagOf(screen);
  return flag === undefined || client[flag];
}

/** Whether a screen depends on the client's plan. */
export const dependsOnPlan = (screen: ScreenName): boolean => flagOf(screen) !== undefined;
