import { CLEANING_PAUSE_MS, defineModule } from "../../../platform/composition/define-module.ts";
import { need, provide, using } from "../../../platform/composition/need.ts";
import { ANALYTICS, DB, ON_ERROR } from "../../../platform/needs.ts";
import { registerConsumptionRoutes } from "./consumption.routes.ts";
import { type ConsumptionService, createConsumptionService } from "./consumption.service.ts";
import { createUsualClaims, type UsualClaimsWork } from "./usual-claims.ts";

const CONSUMPTION_SERVICE = need<ConsumptionService>("consumption");
const USUAL_CLAIMS = need<UsualClaimsWork>("usual claims of clients");

export const consumptionModule = defineModule({
  name: "consumption",
  services: [
    provide(
      CONSUMPTION_SERVICE,
      { db: DB, analytics: ANALYTICS, onError: ON_ERROR },
      createConsumptionService,
    ),
    provide(USUAL_CLAIMS, { db: DB, analytics: ANALYTICS }, createUsualClaims),
  ],
  schedules: using({ usual: USUAL_CLAIMS }, ({ usual }) => [
    { run: () => usual.refresh(), pauseMs: CLEANING_PAUSE_MS },
  ]),
  routes: using({ consumption: CONSUMPTION_SERVICE }, ({ consumption }, app, guardFor) =>
    registerConsumptionRoutes(app, guardFor, consumption),
  ),
});
