import { defineModule } from "../../../platform/composition/define-module.ts";
import { need, provide, using } from "../../../platform/composition/need.ts";
import { DB } from "../../../platform/needs.ts";
import { registerSellerRoutes } from "./seller.routes.ts";
import { createSellerService, type SellerService } from "./seller.service.ts";
import { sellerTables } from "./seller.table.ts";

export type { SellerService } from "./seller.service.ts";

/** The service of the selling company, which contracts and invoices name. */
export const SELLER_SERVICE = need<SellerService>("seller");

export const sellerModule = defineModule({
  name: "seller",
  migrations: { "091-seller": sellerTables },
  services: [provide(SELLER_SERVICE, { db: DB }, createSellerService)],
  routes: using({ seller: SELLER_SERVICE }, ({ seller }, app, guardFor) =>
    registerSellerRoutes(app, guardFor, seller),
  ),
});
