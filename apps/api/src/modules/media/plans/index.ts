import { defineModule } from "../../../platform/composition/define-module.ts";
import { need, provide, using } from "../../../platform/composition/need.ts";
import { CONFIG, DB, JOB_QUEUE, ON_ERROR, REALTIME, WORK_NOTIFICATIONS } from "../../../platform/needs.ts";
import { ENCODING_CHANGES } from "../encoding/index.ts";
import { ARCHIVES_OF_VIDEOS, REMOVAL_OF_VIDEOS, VIDEOS_SERVICE } from "../videos/index.ts";
import { createDuePlansService, createPlanSchedule, type DuePlansService } from "./due-plans.service.ts";
import { registerPlanRoutes } from "./plans.routes.ts";
import { assertPlannable, createRemovalService, type RemovalService } from "./removal.service.ts";
import { createSimulatedLivesService, type SimulatedLivesService } from "./simulated-lives.service.ts";
import { createTrashService, type TrashService } from "./trash.service.ts";

export type { RemovalService } from "./removal.service.ts";
export { describeSimulatedLive } from "./simulated-lives.service.ts";

export const REMOVAL_SERVICE = need<RemovalService>("removal of videos");
const TRASH_SERVICE = need<TrashService>("trash");
const SIMULATED_LIVES = need<SimulatedLivesService>("simulated lives");
const DUE_PLANS = need<DuePlansService>("due plans");

export const plansModule = defineModule({
  name: "plans",
  services: [
    provide(
      REMOVAL_SERVICE,
      { db: DB, queue: JOB_QUEUE, realtime: REALTIME, videos: VIDEOS_SERVICE, archives: ARCHIVES_OF_VIDEOS },
      createRemovalService,
    ),
    provide(REMOVAL_OF_VIDEOS, { removal: REMOVAL_SERVICE }, ({ removal }) => ({
      ...removal,
      assertPlannable,
    })),
    provide(
      TRASH_SERVICE,
      {
        config: CONFIG,
        db: DB,
        realtime: REALTIME,
        videos: VIDEOS_SERVICE,
        removal: REMOVAL_SERVICE,
        encoding: ENCODING_CHANGES,
      },
      ({ config, ...deps }) => createTrashService({ ...deps, keptDays: config.TRASH_DAYS }),
    ),
    provide(
      SIMULATED_LIVES,
      { db: DB, realtime: REALTIME, videos: VIDEOS_SERVICE },
      createSimulatedLivesService,
    ),
    provide(
      DUE_PLANS,
      { config: CONFIG, db: DB, realtime: REALTIME, removal: REMOVAL_SERVICE, onError: ON_ERROR },
      ({ config, ...deps }) => createDuePlansService({ ...deps, keptDays: config.TRASH_DAYS }),
    ),
  ],
  routes: using(
    { removal: REMOVAL_SERVICE, trash: TRASH_SERVICE, simulatedLives: SIMULATED_LIVES },
    (services, app, guardFor) => registerPlanRoutes(app, guardFor, services),
  ),
  background: using(
    { plans: DUE_PLANS, notifications: WORK_NOTIFICATIONS, onError: ON_ERROR },
    ({ plans, notifications, onError }) => createPlanSchedule(plans, notifications, onError),
  ),
});
