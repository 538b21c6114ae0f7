import { defineModule } from "../../../platform/composition/define-module.ts";
import { need, provide, using } from "../../../platform/composition/need.ts";
import { ANALYTICS, DB, ON_ERROR } from "../../../platform/needs.ts";
import { registerBillRoutes } from "./bills.routes.ts";
import { type BillsService, createBillsService } from "./bills.service.ts";

export { createBillsService } from "./bills.service.ts";

/** The service that computes the price of a client's months. */
export const BILLS_SERVICE = need<BillsService>("bills");

export const billsModule = defineModule({
  name: "bills",
  services: [provide(BILLS_SERVICE, { db: DB, analytics: ANALYTICS, onError: ON_ERROR }, createBillsService)],
  routes: using({ bills: BILLS_SERVICE }, ({ bills }, app, guardFor) =>
    registerBillRoutes(app, guardFor, bills),
  ),
});
