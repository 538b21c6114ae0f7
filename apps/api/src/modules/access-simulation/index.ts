export { createAccessReplayService } from "./access-replay.service.ts";
export { registerAccessSimulationRoutes } from "./access-simulation.routes.ts";
export { createAccessSimulationService } from "./access-simulation.service.ts";
