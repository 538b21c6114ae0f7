import { z } from "zod";
import { BankDetailsFields, BankDetailsState } from "../billing/bank-details.ts";
import { defineRoute } from "../route.ts";
import { ClientId } from "./clients.ts";

/** The calls for a client's bank details, for its managers and administrators. Access to the file or the full number is logged. */
export const bankDetailsRoutes = {
  getBankDetails: defineRoute({
    method: "GET",
    path: "/api/clients/{id}/rib",
    guard: "manager",
    scope: "noKey",
    summary: "Get the client's bank details, with the IBAN masked",
    params: ClientId,
    response: BankDetailsState,
  }),
  saveBankDetails: defineRoute({
    method: "POST",
    path: "/api/clients/{id}/rib",
    guard: "manager",
    scope: "noKey",
    summary: "Save or replace IBAN, BIC and the bank document (PDF, PNG or JPEG, at most 5 MB)",
    params: ClientId,
    multipart: { file: "file", fields: BankDetailsFields },
    response: BankDetailsState,
    status: 201,
  }),
  deleteBankDetails: defineRoute({
    method: "DELETE",
    path: "/api/clients/{id}/rib",
    guard: "manager",
    scope: "noKey",
    summary: "Delete the client's bank details",
    params: ClientId,
    response: BankDetailsState,
  }),
  revealIban: defineRoute({
    method: "GET",
    path: "/api/clients/{id}/rib/iban",
    guard: "manager",
    scope: "noKey",
    summary: "Get the full IBAN; this is logged",
    params: ClientId,
    response: z.object({ iban: z.string() }),
  }),
  downloadBankFile: defineRoute({
    method: "GET",
    path: "/api/clients/{id}/rib/file",
    guard: "manager",
    scope: "noKey",
    summary: "Download the bank document; this is logged",
    params: ClientId,
  }),
} as const;
