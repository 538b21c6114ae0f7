import { CLEANING_PAUSE_MS, defineModule } from "../../../platform/composition/define-module.ts";
import { need, provide, using } from "../../../platform/composition/need.ts";
import { CONFIG, DB, ON_ERROR } from "../../../platform/needs.ts";
import { LAST_INVOICES } from "../../accounts/clients/index.ts";
import { MAILS_SERVICE } from "../../accounts/mails/index.ts";
import { BILLS_SERVICE } from "../bills/index.ts";
import { SELLER_SERVICE } from "../seller/index.ts";
import { createDunning, type DunningService } from "./dunning.ts";
import { createInvoiceWriter, type FindChargedMethod, type InvoiceWriter } from "./invoice-writer.ts";
import { registerInvoiceRoutes } from "./invoices.routes.ts";
import {
  createInvoicesService,
  type FindCharges,
  type InvoicesService,
  type IsCharged,
} from "./invoices.service.ts";
import { dunningTables, invoiceTables } from "./invoices.table.ts";
import { INVOICE_MAILS } from "./mails/index.ts";

export { createInvoiceWriter } from "./invoice-writer.ts";
export { COLLECTOR_NAME, createInvoicesService } from "./invoices.service.ts";
export { FIRST_MONTH_CURSOR } from "./invoices.table.ts";

export const CHARGED_METHOD = need<FindChargedMethod>("what invoices are charged to");
export const INVOICES_SERVICE = need<InvoicesService>("invoices");
export const IS_CHARGED = need<IsCharged>("whether an invoice is charged");
export const CHARGES_OF_INVOICES = need<FindCharges>("how charges of invoices stand");
const DUNNING_SERVICE = need<DunningService>("reminders of invoices");
const INVOICE_WRITER = need<InvoiceWriter>("writer of invoices");

/** The maximum delay before a due month is billed, or after the data it waited for has arrived. */
const WRITE_PAUSE_MS = 600_000;
/** The maximum delay after a payment before CDN entries are served again. */
const DUNNING_PAUSE_MS = 60_000;

export const invoicesModule = defineModule({
  name: "invoices",
  migrations: { "093-invoices": invoiceTables, "108-dunning": dunningTables },
  mails: INVOICE_MAILS,
  services: [
    provide(
      INVOICES_SERVICE,
      {
        config: CONFIG,
        db: DB,
        seller: SELLER_SERVICE,
        isCharged: IS_CHARGED,
        findCharges: CHARGES_OF_INVOICES,
      },
      ({ config, ...deps }) =>
        createInvoicesService({ ...deps, suspendAfterDays: config.SUSPEND_CDN_AFTER_DAYS || null }),
    ),
    provide(
      INVOICE_WRITER,
      {
        config: CONFIG,
        db: DB,
        bills: BILLS_SERVICE,
        seller: SELLER_SERVICE,
        mails: MAILS_SERVICE,
        findChargedMethod: CHARGED_METHOD,
        onError: ON_ERROR,
      },
      ({ config, ...deps }) => createInvoiceWriter({ ...deps, publicUrl: config.API_PUBLIC_URL }),
    ),
    provide(LAST_INVOICES, { writer: INVOICE_WRITER }, ({ writer }) => writer.writeLast),
    provide(
      DUNNING_SERVICE,
      { config: CONFIG, db: DB, mails: MAILS_SERVICE, isCharged: IS_CHARGED, onError: ON_ERROR },
      ({ config, ...deps }) =>
        createDunning({
          ...deps,
          publicUrl: config.API_PUBLIC_URL,
          suspendAfterDays: config.SUSPEND_CDN_AFTER_DAYS || null,
        }),
    ),
  ],
  routes: using({ invoices: INVOICES_SERVICE }, ({ invoices }, app, guardFor) =>
    registerInvoiceRoutes(app, guardFor, invoices),
  ),
  schedules: using(
    { invoices: INVOICES_SERVICE, writer: INVOICE_WRITER, dunning: DUNNING_SERVICE },
    ({ invoices, writer, dunning }) => [
      { run: () => writer.writeDue(), pauseMs: WRITE_PAUSE_MS, needsAnalytics: true },
      { run: dunning.run, pauseMs: DUNNING_PAUSE_MS },
      { run: () => invoices.clean(), pauseMs: CLEANING_PAUSE_MS },
    ],
  ),
});
