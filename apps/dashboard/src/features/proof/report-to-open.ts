import type { ProofReport } from "@shoal/contract";

type Compared = Pick<ProofReport, "with" | "without">;

/** Whether a report compares no session at all. */
export const isEmpty = (report: Compared): boolean => report.with.sessions + report.without.sessions === 0;

/**
 * The report that the page opens on, where nobody chose a month: that of the running month; on its first days, while it has
 * no figures yet, the one before if that has some.
 * @param previous undefined while it is read.
 * @returns undefined as long as it is not known which.
 */
export function reportToOpen<R extends Compared>(running: R | undefined, previous: R | undefined) {
  if (!running || !isEmpty(running)) return running;
  return previous && (isEmpty(previous) ? running : previous);
}
