import { z } from "zod";
import { LANGUAGES } from "../accounts/account.ts";
import {
  AcceptContract,
  ContractState,
  ContractTermsInput,
  ContractTermsView,
  ContractText,
  ContractView,
} from "../billing/contracts.ts";
import { defineRoute } from "../route.ts";
import { Uuid } from "../text.ts";
import { ClientId } from "./clients.ts";

/** The calls with which managers read and accept their client's contracts, and administrators change the terms. */
export const contractRoutes = {
  getContract: defineRoute({
    method: "GET",
    path: "/api/clients/{id}/contract",
    guard: "manager",
    scope: "noKey",
    summary: "Get the client's contracts, and what is missing before the current terms can be accepted",
    params: ClientId,
    response: ContractState,
  }),
  getContractText: defineRoute({
    method: "GET",
    path: "/api/clients/{id}/contract/text",
    guard: "manager",
    scope: "noKey",
    summary: "Get the current contract text, with its version and hash",
    params: ClientId,
    query: z.object({ language: z.enum(LANGUAGES) }),
    response: ContractText,
  }),
  acceptContract: defineRoute({
    method: "POST",
    path: "/api/clients/{id}/contract",
    guard: "manager",
    scope: "noKey",
    summary: "Accept the contract text with this version and hash. Only managers of the client can",
    params: ClientId,
    body: AcceptContract,
    response: ContractView,
    status: 201,
  }),
  downloadContract: defineRoute({
    method: "GET",
    path: "/api/clients/{id}/contracts/{contract}",
    guard: "manager",
    scope: "noKey",
    summary: "Download an accepted contract as a PDF",
    params: ClientId.extend({ contract: Uuid }),
  }),
  getContractTerms: defineRoute({
    method: "GET",
    path: "/api/contractterms",
    guard: "admin",
    scope: "noKey",
    summary: "Get the current terms of contracts in both languages",
    response: ContractTermsView,
  }),
  replaceContractTerms: defineRoute({
    method: "POST",
    path: "/api/contractterms",
    guard: "admin",
    scope: "noKey",
    summary: "Replace the terms by a new version; accepted contracts do not change",
    body: ContractTermsInput,
    response: ContractTermsView,
    status: 201,
  }),
} as const;
