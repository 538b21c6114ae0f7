import { z } from "zod";
import {
  ClientInvoice,
  ClientInvoicesPage,
  ClientInvoicesQuery,
  CreditNoteInput,
  InvoicePayment,
  InvoicesCsvQuery,
  InvoicesPage,
  InvoicingState,
} from "../billing/invoices.ts";
import { PageQuery } from "../list.ts";
import { defineRoute } from "../route.ts";
import { Uuid } from "../text.ts";

const InvoiceParams = z.object({ id: Uuid });

/** The calls for invoices: managers can read their client's invoices, administrators all clients' invoices. */
export const invoiceRoutes = {
  listInvoices: defineRoute({
    method: "GET",
    path: "/api/billing/invoices",
    guard: "manager",
    scope: "noKey",
    summary: "List the client's invoices and credit notes, the latest first",
    query: PageQuery,
    response: InvoicesPage,
  }),
  downloadInvoicePdf: defineRoute({
    method: "GET",
    path: "/api/billing/invoices/{id}/pdf",
    guard: "manager",
    scope: "noKey",
    summary: "Download an invoice as PDF in the client's language, with its data inside (Factur-X)",
    params: InvoiceParams,
  }),
  downloadInvoiceXml: defineRoute({
    method: "GET",
    path: "/api/billing/invoices/{id}/xml",
    guard: "manager",
    scope: "noKey",
    summary: "Download the data of an invoice as XML (EN 16931, Cross Industry Invoice)",
    params: InvoiceParams,
  }),
  listClientInvoices: defineRoute({
    method: "GET",
    path: "/api/invoices",
    guard: "admin",
    scope: "noKey",
    summary: "List the invoices and credit notes of all clients with their totals, the latest first",
    query: ClientInvoicesQuery,
    response: ClientInvoicesPage,
  }),
  exportInvoicesCsv: defineRoute({
    method: "GET",
    path: "/api/invoices/csv",
    guard: "admin",
    scope: "noKey",
    summary: "Download the invoices and credit notes of a year, or of all years, as CSV for accounting",
    query: InvoicesCsvQuery,
  }),
  getInvoicingState: defineRoute({
    method: "GET",
    path: "/api/invoices/state",
    guard: "admin",
    scope: "noKey",
    summary: "Get what is missing before invoices can be created, and which clients are waiting for theirs",
    response: InvoicingState,
  }),
  downloadClientInvoicePdf: defineRoute({
    method: "GET",
    path: "/api/invoices/{id}/pdf",
    guard: "admin",
    scope: "noKey",
    summary: "Download an invoice of any client as PDF (Factur-X)",
    params: InvoiceParams,
  }),
  downloadClientInvoiceXml: defineRoute({
    method: "GET",
    path: "/api/invoices/{id}/xml",
    guard: "admin",
    scope: "noKey",
    summary: "Download the data of an invoice of any client as XML (EN 16931, Cross Industry Invoice)",
    params: InvoiceParams,
  }),
  markInvoicePaid: defineRoute({
    method: "PUT",
    path: "/api/invoices/{id}/payment",
    guard: "admin",
    scope: "noKey",
    summary: "Mark an invoice as paid by bank transfer, or a credit note as paid back",
    params: InvoiceParams,
    body: InvoicePayment,
    response: ClientInvoice,
  }),
  creditInvoice: defineRoute({
    method: "POST",
    path: "/api/invoices/{id}/credit-notes",
    guard: "admin",
    scope: "noKey",
    summary: "Create a credit note for the rest of an invoice, or for an amount before tax",
    params: InvoiceParams,
    body: CreditNoteInput,
    response: ClientInvoice,
    status: 201,
  }),
} as const;
