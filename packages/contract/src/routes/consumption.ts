import { ConsumptionPage, ConsumptionQuery } from "../consumption.ts";
import { defineRoute } from "../route.ts";

/** What the operator sees of what clients use. */
export const consumptionRoutes = {
  listConsumption: defineRoute({
    method: "GET",
    path: "/api/consumption",
    guard: "admin",
    summary:
      "What each client had delivered in a month, against the free tier, and what it will be at the month's end",
    query: ConsumptionQuery,
    response: ConsumptionPage,
  }),
} as const;
