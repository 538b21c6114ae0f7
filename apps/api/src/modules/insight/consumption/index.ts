import { defineModule } from "../../../platform/composition/define-module.ts";
import { need, provide, using } from "../../../platform/composition/need.ts";
import { ANALYTICS, DB, ON_ERROR } from "../../../platform/needs.ts";
import { registerConsumptionRoutes } from "./consumption.routes.ts";
import { type ConsumptionService, createConsumptionService } from "./consumption.service.ts";

const CONSUMPTION = need<ConsumptionService>("consumption");

export const consumptionModule = defineModule({
  name: "consumption",
  services: [
    provide(CONSUMPTION, { db: DB, analytics: ANALYTICS, onError: ON_ERROR }, createConsumptionService),
  ],
  routes: using({ consumption: CONSUMPTION }, ({ consumption }, app, guardFor) =>
    registerConsumptionRoutes(app, guardFor, consumption),
  ),
});
