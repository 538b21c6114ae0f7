import type { ProofReport } from "@shoal/contract";

type Compared = Pick<ProofReport, "with" | "without">;

/** Whether a report compares no session at all. */
export const isEmpty = (report: Compared): boolean => report.with.sessions + report.without.sessions === 0;

/**
 * The report shown when no month is selected: the current month, or in its first days, while it has no figures yet,
 * the previous month if that has some.
 * @param previous undefined while it is loading.
 * @returns undefined while it cannot be decided yet.
 */
export function reportToOpen<R extends Compared>(running: R | undefined, previous: R | undefined) {
  if (!running || !isEmpty(running)) return running;
  return previous && (isEmpty(previous) ? running : previous);
}
