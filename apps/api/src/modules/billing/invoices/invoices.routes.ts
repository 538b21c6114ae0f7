import { type InvoiceDocument, routes } from "@shoal/contract";
import type { FastifyInstance, FastifyReply } from "fastify";
import type { GuardFor } from "../../../platform/http/bind-route.ts";
import { bindRoutes } from "../../accounts/auth/index.ts";
import { writeCiiXml } from "./facturx/cii-xml.ts";
import { writeInvoicePdf } from "./facturx/invoice-pdf.ts";
import type { InvoicesService } from "./invoices.service.ts";
import { writeInvoicesCsv } from "./invoices-csv.ts";

export function registerInvoiceRoutes(
  app: FastifyInstance,
  guardFor: GuardFor,
  invoices: InvoicesService,
): void {
  bindRoutes(app, guardFor, routes, {
    listInvoices: ({ actor, query }) => invoices.listOwn(actor, query),
    downloadInvoicePdf: async ({ actor, params, reply }) =>
      sendPdf(reply, await invoices.getOwnDocument(actor, params.id)),
    downloadInvoiceXml: async ({ actor, params, reply }) =>
      sendXml(reply, await invoices.getOwnDocument(actor, params.id)),
    listClientInvoices: ({ query }) => invoices.listAll(query),
    exportInvoicesCsv: async ({ query, reply }) => {
      const csv = writeInvoicesCsv(await invoices.listForAccounting(query));
      setAttachmentHeaders(
        reply,
        `invoices${query.year ? `-${query.year}` : ""}.csv`,
        "text/csv; charset=utf-8",
      );
      return csv as never;
    },
    getInvoicingState: () => invoices.getState(),
    downloadClientInvoicePdf: async ({ params, reply }) =>
      sendPdf(reply, await invoices.getDocument(params.id)),
    downloadClientInvoiceXml: async ({ params, reply }) =>
      sendXml(reply, await invoices.getDocument(params.id)),
    markInvoicePaid: ({ actor, params, body }) => invoices.markPaid(actor, params.id, body),
    creditInvoice: ({ params, body }) => invoices.credit(params.id, body),
  });
}

async function sendPdf(reply: FastifyReply, invoice: InvoiceDocument): Promise<never> {
  const file = await writeInvoicePdf(invoice);
  setAttachmentHeaders(reply, `${nameOf(invoice)}.pdf`, "application/pdf");
  return file as never;
}

function sendXml(reply: FastifyReply, invoice: InvoiceDocument): never {
  setAttachmentHeaders(reply, `${nameOf(invoice)}.xml`, "application/xml; charset=utf-8");
  return writeCiiXml(invoice) as never;
}

const nameOf = ({ kind, number }: InvoiceDocument): string =>
  `${kind === "invoice" ? "invoice" : "credit-note"}-${number}`;

function setAttachmentHeaders(reply: FastifyReply, name: string, type: string): void {
  reply
    .type(type)
    .header("content-disposition", `attachment; filename="${name}"`)
    .header("cache-control", "no-store");
}
