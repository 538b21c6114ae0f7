import { createSecretBox } from "@shoal/tokens";
import type { Migration } from "kysely/migration";
import { defineModule } from "../../../platform/composition/define-module.ts";
import { need, provide, using } from "../../../platform/composition/need.ts";
import { CONFIG, DB, REALTIME } from "../../../platform/needs.ts";
import { LOG_WRITER } from "../../accounts/logs/index.ts";
import { paymentTables } from "../payments/index.ts";
import { registerBankDetailsRoutes } from "./bank-details.routes.ts";
import { BANK_SECRETS, type BankDetailsService, createBankDetailsService } from "./bank-details.service.ts";
import { bankDetailsTable } from "./bank-details.table.ts";

/** The migration for both payment methods of clients. */
const bankDetailsAndPayments: Migration = {
  async up(db) {
    await bankDetailsTable.up(db);
    await paymentTables.up(db);
  },
};

const BANK_DETAILS = need<BankDetailsService>("bank details");

export const bankDetailsModule = defineModule({
  name: "bank-details",
  migrations: { "096-bank-details": bankDetailsAndPayments },
  services: [
    provide(
      BANK_DETAILS,
      { config: CONFIG, db: DB, realtime: REALTIME, logs: LOG_WRITER },
      ({ config, ...deps }) =>
        createBankDetailsService({ ...deps, box: createSecretBox(config.INTERNAL_SECRET, BANK_SECRETS) }),
    ),
  ],
  routes: using({ bank: BANK_DETAILS }, ({ bank }, app, guardFor) =>
    registerBankDetailsRoutes(app, guardFor, bank),
  ),
});
