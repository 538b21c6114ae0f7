import type { ModuleFixtures } from "../../../../testing/fixtures.ts";
import { sampleInvoice } from "./sample-invoice.ts";

export const invoiceFixtures: ModuleFixtures = {
  table: "invoices",
  insertsFor: (db, { clientUuid, thingUuid, marker }) => {
    const document = sampleInvoice(
      { name: marker, clientUuid },
      { issuedOn: "2021-05-05", dueOn: "2021-06-04" },
    );
    return [
      db.insertInto("invoices").values({
        uuid: thingUuid,
        client_uuid: clientUuid,
        kind: document.kind,
        // Numbers of invoices must be unique across all clients.
        number: thingUuid,
        issued_on: document.issuedOn,
        due_on: document.dueOn,
        month: document.month,
        party_name: marker,
        net_cents: document.netCents,
        vat_cents: document.vatCents,
        gross_cents: document.grossCents,
        document: JSON.stringify({ ...document, number: thingUuid }),
      }),
    ];
  },
  targets: {
    downloadInvoicePdf: ({ thingUuid }) => ({ params: { id: thingUuid } }),
    downloadInvoiceXml: ({ thingUuid }) => ({ params: { id: thingUuid } }),
    downloadClientInvoicePdf: ({ thingUuid }) => ({ params: { id: thingUuid } }),
    downloadClientInvoiceXml: ({ thingUuid }) => ({ params: { id: thingUuid } }),
    markInvoicePaid: ({ thingUuid }) => ({ params: { id: thingUuid } }),
    creditInvoice: ({ thingUuid }) => ({
      params: { id: thingUuid },
      body: { reason: "Outage", cents: 1 },
    }),
  },
};
