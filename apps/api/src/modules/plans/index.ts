export { createDuePlansService } from "./due-plans.service.ts";
export { schedulePlans } from "./plan-schedule.ts";
export { registerPlanRoutes } from "./plans.routes.ts";
export { assertPlannable, createRemovalService, type RemovalService } from "./removal.service.ts";
export {
  createSimulatedLivesService,
  describeSimulatedLive,
} from "./simulated-lives.service.ts";
export { createTrashService } from "./trash.service.ts";
