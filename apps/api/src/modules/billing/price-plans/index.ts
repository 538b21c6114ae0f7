import { defineModule } from "../../../platform/composition/define-module.ts";
import { need, provide, using } from "../../../platform/composition/need.ts";
import { DB, REALTIME } from "../../../platform/needs.ts";
import { registerPricePlanRoutes } from "./price-plans.routes.ts";
import { createPricePlansService, type PricePlansService } from "./price-plans.service.ts";
import { plansByChangeOnly, pricePlanTables } from "./price-plans.table.ts";

export { readPlans } from "./price-plans.service.ts";

const PRICE_PLANS = need<PricePlansService>("price plans");

/** The pause between checks for plans that have started. A plan starts with a month, so a minute's delay is unnoticeable. */
const FOLLOWING_PAUSE_MS = 60_000;

export const pricePlansModule = defineModule({
  name: "price-plans",
  migrations: { "092-price-plans": pricePlanTables, "152-plans-by-change-only": plansByChangeOnly },
  services: [provide(PRICE_PLANS, { db: DB, realtime: REALTIME }, createPricePlansService)],
  routes: using({ plans: PRICE_PLANS }, ({ plans }, app, guardFor) =>
    registerPricePlanRoutes(app, guardFor, plans),
  ),
  schedules: using({ plans: PRICE_PLANS }, ({ plans }) => [
    { run: plans.followPlans, pauseMs: FOLLOWING_PAUSE_MS },
  ]),
});
