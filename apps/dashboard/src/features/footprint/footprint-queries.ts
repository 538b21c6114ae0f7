import { AppError, type FootprintMethodId, routes } from "@shoal/contract";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../lib/session.ts";

/** The key of all queries that a new method or report changes. */
export const FOOTPRINT_KEY = ["footprint"] as const;

export const monthsQuery = queryOptions({
  queryKey: [...FOOTPRINT_KEY, "months"],
  queryFn: ({ signal }) => call(routes.listFootprintReports, {}, { signal }),
});

export const methodsQuery = queryOptions({
  queryKey: ["footprint-methods"],
  queryFn: ({ signal }) => call(routes.listFootprintMethods, {}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Selects a report of a month. The default is the report with the client's own method, in its latest revision. */
export interface ReportSelection {
  method?: FootprintMethodId;
  revision?: number;
}

/** Whether an error means that there is no report or the URL is invalid: in either case, a retry does not help. */
export const isMissing = (error: unknown): boolean =>
  error instanceof AppError && (error.code === "not_found" || error.code === "bad_request");

export const reportQuery = (month: string, which: ReportSelection) =>
  queryOptions({
    queryKey: [...FOOTPRINT_KEY, "report", month, which],
    queryFn: ({ signal }) => call(routes.getFootprintReport, { params: { month }, query: which }, { signal }),
    retry: (failed, error) => !isMissing(error) && failed < 2,
  });
