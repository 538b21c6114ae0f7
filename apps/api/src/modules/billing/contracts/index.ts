import { defineModule } from "../../../platform/composition/define-module.ts";
import { need, provide, using } from "../../../platform/composition/need.ts";
import { DB, REALTIME } from "../../../platform/needs.ts";
import { SELLER } from "../seller/index.ts";
import { registerContractRoutes } from "./contracts.routes.ts";
import { type ContractsService, createContractsService } from "./contracts.service.ts";
import { contractTables } from "./contracts.table.ts";

const CONTRACTS = need<ContractsService>("contracts");

export const contractsModule = defineModule({
  name: "contracts",
  migrations: { "095-contracts": contractTables },
  services: [provide(CONTRACTS, { db: DB, realtime: REALTIME, seller: SELLER }, createContractsService)],
  routes: using({ contracts: CONTRACTS }, ({ contracts }, app, guardFor) =>
    registerContractRoutes(app, guardFor, contracts),
  ),
});
