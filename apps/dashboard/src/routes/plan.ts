import type { ClientInfo } from "@shoal/contract";
import type { ScreenName } from "./route-table.ts";

type PlanFlag = "vireed" | "export" | "scenelist";

/** Screens that a client has only with a flag (§1). */
const FLAG_OF: Partial<Record<ScreenName, PlanFlag>> = {
  projects: "vireed",
  newProject: "vireed",
  project: "vireed",
  exportLinks: "export",
  sceneLists: "scenelist",
  sceneList: "scenelist",
};

/** Whether a client's plan has a screen. */
export function isInPlan(screen: ScreenName, client: Pick<ClientInfo, PlanFlag>): boolean {
  const flag = FLAG_OF[screen];
  return flag === undefined || client[flag];
}

/** Whether it depends on the plan at all. */
export const dependsOnPlan = (screen: ScreenName): boolean => FLAG_OF[screen] !== undefined;
