import { z } from "zod";
import { BilledMonths, MonthBill } from "../billing/bill.ts";
import { Seller, SellerInput } from "../billing/seller.ts";
import { defineRoute } from "../route.ts";

/** As 2026-10, of UTC. */
const month = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, "must be a month such as 2026-10");

/** What a client used and what that costs, for its managers; and who sells it, for administrators. */
export const billingRoutes = {
  listBilledMonths: defineRoute({
    method: "GET",
    path: "/api/billing/months",
    guard: "manager",
    summary: "List what the client had delivered in each of the last 12 months, and its price before tax",
    response: BilledMonths,
  }),
  getMonthBill: defineRoute({
    method: "GET",
    path: "/api/billing/months/{month}",
    guard: "manager",
    summary:
      "Get a month's delivery by day, its price line by line, and the forecast for the end of the month",
    params: z.object({ month }),
    response: MonthBill,
  }),
  getSeller: defineRoute({
    method: "GET",
    path: "/api/billing/seller",
    guard: "admin",
    summary: "Get the company that sells, as contracts and invoices name it; null until it is filled in",
    response: z.object({ seller: Seller.nullable() }),
  }),
  saveSeller: defineRoute({
    method: "PUT",
    path: "/api/billing/seller",
    guard: "admin",
    summary: "Replace the data of the company that sells; documents that exist keep what they say",
    body: SellerInput,
    response: Seller,
  }),
} as const;
