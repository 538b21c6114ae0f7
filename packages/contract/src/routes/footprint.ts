import { z } from "zod";
import {
  FOOTPRINT_METHODS,
  FootprintMethods,
  FootprintMonths,
  FootprintReport,
} from "../insight/footprint.ts";
import { defineRoute } from "../route.ts";
import { integerText } from "../text.ts";

/** A month in the client's time zone, such as 2026-10. */
const FootprintMonth = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, "must be a month such as 2026-10");
const FootprintMethodName = z.enum(FOOTPRINT_METHODS);
const FootprintReportQuery = z.strictObject({
  /** The method of the report; if omitted, the method that the client uses for that month. */
  method: FootprintMethodName.optional(),
  /** The revision of the report; the latest one if omitted. */
  revision: integerText(z.number().int().min(1).max(100_000)).optional(),
});

/** The calls that return a client's energy, carbon and water, month by month. */
export const footprintRoutes = {
  listFootprintMethods: defineRoute({
    method: "GET",
    path: "/api/footprint/methods",
    guard: "readAnalytics",
    scope: "analytics:read",
    summary: "List the estimation methods for energy, carbon and water, with their constants and sources",
    response: FootprintMethods,
  }),
  listFootprintReports: defineRoute({
    method: "GET",
    path: "/api/footprint/reports",
    guard: "readAnalytics",
    scope: "analytics:read",
    summary: "List the months that have reports, with all revisions",
    response: FootprintMonths,
  }),
  getFootprintReport: defineRoute({
    method: "GET",
    path: "/api/footprint/reports/{month}",
    guard: "readAnalytics",
    scope: "analytics:read",
    summary: "Get the footprint of a month; for the current month, as of now",
    params: z.object({ month: FootprintMonth }),
    query: FootprintReportQuery,
    response: FootprintReport,
  }),
  exportFootprintCsv: defineRoute({
    method: "GET",
    path: "/api/footprint/reports/{month}/csv",
    guard: "readAnalytics",
    scope: "analytics:read",
    summary: "Download the footprint of a month as CSV, with all data needed to recompute it",
    params: z.object({ month: FootprintMonth }),
    query: FootprintReportQuery,
  }),
  exportFootprintPdf: defineRoute({
    method: "GET",
    path: "/api/footprint/reports/{month}/pdf",
    guard: "readAnalytics",
    scope: "analytics:read",
    summary: "Download the footprint of a month as PDF, in the caller's language",
    params: z.object({ month: FootprintMonth }),
    query: FootprintReportQuery.extend({ language: z.enum(["EN", "FR"]).optional() }),
  }),
  makeFootprintReport: defineRoute({
    method: "POST",
    path: "/api/footprint/reports/{month}",
    guard: "manager",
    scope: "noKey",
    summary: "Create a report of a past month with another method, in addition to existing reports",
    params: z.object({ month: FootprintMonth }),
    body: z.strictObject({ method: FootprintMethodName }),
    response: FootprintReport,
  }),
  chooseFootprintMethod: defineRoute({
    method: "PUT",
    path: "/api/footprint/method",
    guard: "manager",
    scope: "noKey",
    summary: "Set the method for the current and future months; existing reports do not change",
    body: z.strictObject({ method: FootprintMethodName }),
  }),
} as const;
