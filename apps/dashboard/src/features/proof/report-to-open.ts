import type { ProofReport } from "@shoal/contract";

type ComparedGroups = Pick<ProofReport, "with" | "without">;

/** Whether a report contains no sessions. */
export const isEmptyReport = (report: ComparedGroups): boolean =>
  report.with.sessions + report.without.sessions === 0;

/**
 * Returns the report to show when no month is selected: the current month, or the previous month while only that month has figures.
 * @param previous the report of the previous month; undefined while it is loading.
 * @returns undefined while the month cannot be chosen yet.
 */
export function reportToOpen<R extends ComparedGroups>(running: R | undefined, previous: R | undefined) {
  if (!running || !isEmptyReport(running)) return running;
  return previous && (isEmptyReport(previous) ? running : previous);
}
