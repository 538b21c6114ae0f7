import { z } from "zod";
import { FOOTPRINT_METHODS, FootprintMethods, FootprintMonths, FootprintReport } from "../footprint.ts";
import { defineRoute } from "../route.ts";
import { digits } from "../text.ts";

/** As 2026-10, of the client's time zone. */
const month = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, "must be a month such as 2026-10");
const method = z.enum(FOOTPRINT_METHODS);
const which = z.strictObject({
  /** The client's own for that month without. */
  method: method.optional(),
  /** The latest without. */
  revision: digits(z.number().int().min(1).max(100_000)).optional(),
});

/** A client's energy, carbon and water, month by month. */
export const footprintRoutes = {
  listFootprintMethods: defineRoute({
    method: "GET",
    path: "/api/footprint/methods",
    guard: "readAnalytics",
    summary: "The methods by which energy, carbon and water are estimated, with their constants and sources",
    response: FootprintMethods,
  }),
  listFootprintReports: defineRoute({
    method: "GET",
    path: "/api/footprint/reports",
    guard: "readAnalytics",
    summary: "The months of which there are reports, with every revision",
    response: FootprintMonths,
  }),
  getFootprintReport: defineRoute({
    method: "GET",
    path: "/api/footprint/reports/{month}",
    guard: "readAnalytics",
    summary: "The footprint of one month; of the one that goes on as far as it is known",
    params: z.object({ month }),
    query: which,
    response: FootprintReport,
  }),
  exportFootprintCsv: defineRoute({
    method: "GET",
    path: "/api/footprint/reports/{month}/csv",
    guard: "readAnalytics",
    summary: "The same as a CSV file, with all that is needed to compute it again",
    params: z.object({ month }),
    query: which,
  }),
  exportFootprintPdf: defineRoute({
    method: "GET",
    path: "/api/footprint/reports/{month}/pdf",
    guard: "readAnalytics",
    summary: "The same as a PDF file, in the caller's language",
    params: z.object({ month }),
    query: which.extend({ language: z.enum(["EN", "FR"]).optional() }),
  }),
  makeFootprintReport: defineRoute({
    method: "POST",
    path: "/api/footprint/reports/{month}",
    guard: "manager",
    summary: "A past month by another method, beside the reports that there are",
    params: z.object({ month }),
    body: z.strictObject({ method }),
    response: FootprintReport,
  }),
  chooseFootprintMethod: defineRoute({
    method: "PUT",
    path: "/api/footprint/method",
    guard: "manager",
    summary: "The method of the running month and those to come; reports that there are stay as they are",
    body: z.strictObject({ method }),
  }),
} as const;
