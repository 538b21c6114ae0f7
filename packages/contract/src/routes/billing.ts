import { z } from "zod";
import { BilledMonths, MonthBill } from "../billing/bill.ts";
import { Budget, BudgetInput } from "../billing/budget.ts";
import { ClientPlan, ClientPlans, Day, PlanInput } from "../billing/plans.ts";
import { Seller, SellerInput } from "../billing/seller.ts";
import { defineRoute } from "../route.ts";
import { Uuid } from "../text.ts";

/** A month in UTC, such as 2026-10. */
const BillingMonth = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, "must be a month such as 2026-10");

/** The calls with which managers read their client's consumption and its price, and administrators read and change the seller. */
export const billingRoutes = {
  listBilledMonths: defineRoute({
    method: "GET",
    path: "/api/billing/months",
    guard: "manager",
    scope: "noKey",
    summary: "List the client's delivery in each of the last 12 months, and its price before tax",
    response: BilledMonths,
  }),
  getMonthBill: defineRoute({
    method: "GET",
    path: "/api/billing/months/{month}",
    guard: "manager",
    scope: "noKey",
    summary:
      "Get a month's delivery by day, its price line by line, and the forecast for the end of the month",
    params: z.object({ month: BillingMonth }),
    response: MonthBill,
  }),
  exportBilledRows: defineRoute({
    method: "GET",
    path: "/api/billing/months/{month}/rows",
    guard: "manager",
    scope: "noKey",
    summary: "Download the rows from which a month is billed, by hour and video, as CSV",
    params: z.object({ month: BillingMonth }),
  }),
  getBudget: defineRoute({
    method: "GET",
    path: "/api/billing/budget",
    guard: "manager",
    scope: "noKey",
    summary: "Get the client's monthly budget, and the cost of the month so far",
    response: Budget,
  }),
  saveBudget: defineRoute({
    method: "PUT",
    path: "/api/billing/budget",
    guard: "manager",
    scope: "noKey",
    summary: "Set the client's monthly budget, and whether creation and CDN entries stop at it",
    body: BudgetInput,
    response: Budget,
  }),
  listClientPlans: defineRoute({
    method: "GET",
    path: "/api/clients/{id}/plans",
    guard: "admin",
    scope: "noKey",
    summary: "List the plans of a client with their start dates, latest first",
    params: z.object({ id: Uuid }),
    response: ClientPlans,
  }),
  saveClientPlan: defineRoute({
    method: "PUT",
    path: "/api/clients/{id}/plans/{validFrom}",
    guard: "admin",
    scope: "noKey",
    summary: "Set a client's plan from a date; past months keep their price",
    params: z.object({ id: Uuid, validFrom: Day }),
    body: PlanInput,
    response: ClientPlan,
  }),
  deleteClientPlan: defineRoute({
    method: "DELETE",
    path: "/api/clients/{id}/plans/{validFrom}",
    guard: "admin",
    scope: "noKey",
    summary: "Delete a plan of a client that has not yet priced a past month",
    params: z.object({ id: Uuid, validFrom: Day }),
  }),
  getSeller: defineRoute({
    method: "GET",
    path: "/api/billing/seller",
    guard: "admin",
    scope: "noKey",
    summary: "Get the seller, as on contracts and invoices; null until it is set",
    response: z.object({ seller: Seller.nullable() }),
  }),
  saveSeller: defineRoute({
    method: "PUT",
    path: "/api/billing/seller",
    guard: "admin",
    scope: "noKey",
    summary: "Replace the data of the seller; existing documents do not change",
    body: SellerInput,
    response: Seller,
  }),
} as const;
