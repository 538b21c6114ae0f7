import { isReportRecent } from "@shoal/domain";

/** Whether the reports of the SDK put a collection in force (§4): for 5 minutes after each report. */
export type ReportState = "never" | "inForce" | "late";

/** Returns the state of a collection. @param reportedAt the time at which the SDK last reported the collection; null if it never has. */
export function reportStateOf(reportedAt: string | null, nowMs: number): ReportState {
  if (reportedAt === null) return "never";
  return isReportRecent(Date.parse(reportedAt), nowMs) ? "inForce" : "late";
}
