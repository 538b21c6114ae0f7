import { isReportRecent } from "@shoal/domain";

/** Whether a collection is in force by the reports of the SDK (§4): for 5 minutes after each report. */
export type ReportState = "never" | "inForce" | "late";

/** Returns the state of a collection. @param reportedAt when the SDK last named it; null if it never did. */
export function reportStateOf(reportedAt: string | null, nowMs: number): ReportState {
  if (reportedAt === null) return "never";
  return isReportRecent(Date.parse(reportedAt), nowMs) ? "inForce" : "late";
}
