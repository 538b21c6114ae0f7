import { defineModule } from "../../../platform/composition/define-module.ts";
import { need, provide, using } from "../../../platform/composition/need.ts";
import { DB, REALTIME } from "../../../platform/needs.ts";
import { SELLER_SERVICE } from "../seller/index.ts";
import { registerContractRoutes } from "./contracts.routes.ts";
import { type ContractsService, createContractsService } from "./contracts.service.ts";
import { contractTables } from "./contracts.table.ts";

const CONTRACTS_SERVICE = need<ContractsService>("contracts");

export const contractsModule = defineModule({
  name: "contracts",
  migrations: { "095-contracts": contractTables },
  services: [
    provide(
      CONTRACTS_SERVICE,
      { db: DB, realtime: REALTIME, seller: SELLER_SERVICE },
      createContractsService,
    ),
  ],
  routes: using({ contracts: CONTRACTS_SERVICE }, ({ contracts }, app, guardFor) =>
    registerContractRoutes(app, guardFor, contracts),
  ),
});
