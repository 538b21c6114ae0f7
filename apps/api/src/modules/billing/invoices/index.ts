import { CLEANING_PAUSE_MS, defineModule } from "../../../platform/composition/define-module.ts";
import { need, provide, using } from "../../../platform/composition/need.ts";
import { CONFIG, DB, ON_ERROR } from "../../../platform/needs.ts";
import { MAILS } from "../../accounts/mails/index.ts";
import { BILLS } from "../bills/index.ts";
import { SELLER } from "../seller/index.ts";
import { createInvoiceWriter, type InvoiceWriter } from "./invoice-writer.ts";
import { registerInvoiceRoutes } from "./invoices.routes.ts";
import { createInvoicesService, type InvoicesService, type IsCharged } from "./invoices.service.ts";
import { invoiceTables } from "./invoices.table.ts";
import { INVOICE_MAILS } from "./mails/index.ts";

export const INVOICES = need<InvoicesService>("invoices");
export const IS_CHARGED = need<IsCharged>("whether an invoice is charged");
const INVOICE_WRITER = need<InvoiceWriter>("writer of invoices");

/** A month is billed so soon after its time has come, or after what it waited for is there. */
const WRITE_PAUSE_MS = 600_000;

export const invoicesModule = defineModule({
  name: "invoices",
  migrations: { "093-invoices": invoiceTables },
  mails: INVOICE_MAILS,
  services: [
    provide(INVOICES, { db: DB, seller: SELLER, isCharged: IS_CHARGED }, createInvoicesService),
    provide(
      INVOICE_WRITER,
      { config: CONFIG, db: DB, bills: BILLS, seller: SELLER, mails: MAILS, onError: ON_ERROR },
      ({ config, ...deps }) => createInvoiceWriter({ ...deps, publicUrl: config.API_PUBLIC_URL }),
    ),
  ],
  routes: using({ invoices: INVOICES }, ({ invoices }, app, guardFor) =>
    registerInvoiceRoutes(app, guardFor, invoices),
  ),
  schedules: using({ invoices: INVOICES, writer: INVOICE_WRITER }, ({ invoices, writer }) => [
    { run: () => writer.writeDue(), pauseMs: WRITE_PAUSE_MS, needsAnalytics: true },
    { run: () => invoices.clean(), pauseMs: CLEANING_PAUSE_MS },
  ]),
});
