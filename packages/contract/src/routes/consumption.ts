import { ConsumptionPage, ConsumptionQuery } from "../insight/consumption.ts";
import { defineRoute } from "../route.ts";

/** The calls with which the operator reads the consumption of all clients. */
export const consumptionRoutes = {
  listConsumption: defineRoute({
    method: "GET",
    path: "/api/consumption",
    guard: "admin",
    scope: "noKey",
    summary:
      "List each client's delivery in a month, compared with the free tier, and the forecast for the end of the month",
    query: ConsumptionQuery,
    response: ConsumptionPage,
  }),
} as const;
