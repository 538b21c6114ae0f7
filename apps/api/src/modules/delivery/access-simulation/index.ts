import { defineModule } from "../../../platform/composition/define-module.ts";
import { need, provide, using } from "../../../platform/composition/need.ts";
import { ANALYTICS, DB, ON_ERROR, PLACES } from "../../../platform/needs.ts";
import { type AccessReplayService, createAccessReplayService } from "./access-replay.service.ts";
import { registerAccessSimulationRoutes } from "./access-simulation.routes.ts";
import { type AccessSimulationService, createAccessSimulationService } from "./access-simulation.service.ts";

const ACCESS_SIMULATION = need<AccessSimulationService>("simulation of access");
const ACCESS_REPLAY = need<AccessReplayService>("replay of access");

export const accessSimulationModule = defineModule({
  name: "access-simulation",
  services: [
    provide(ACCESS_SIMULATION, { db: DB, places: PLACES }, createAccessSimulationService),
    provide(ACCESS_REPLAY, { db: DB, analytics: ANALYTICS, onError: ON_ERROR }, createAccessReplayService),
  ],
  routes: using(
    { simulation: ACCESS_SIMULATION, replay: ACCESS_REPLAY },
    ({ simulation, replay }, app, guardFor) =>
      registerAccessSimulationRoutes(app, guardFor, simulation, replay),
  ),
});
