import { DUNNING_STAGES, type DunningStage } from "@shoal/contract";

const DAY_MS = 86_400_000;
/** The stages of reminders, in days after the due date of an invoice. */
const STAGE_DAYS_AFTER_DUE = { reminder: 3, second: 15, final: 30 } as const;
/** The minimum number of days between two reminders, so that overdue reminders are not sent all at once. */
const MIN_DAYS_BETWEEN_LETTERS = 7;

const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

interface OverdueInvoice {
  dueOn: string;
  /** The last stage reached, and its date; null before the first stage. */
  last: { stage: DunningStage; on: string } | null;
  /** The number of days after the due date until the client is suspended; null if it never is. */
  suspendAfterDays: number | null;
}

/** Returns the next stage of an unpaid invoice, and its earliest day; undefined if there is none. */
export function comingDunningStage({
  dueOn,
  last,
  suspendAfterDays,
}: OverdueInvoice): { stage: DunningStage; on: string } | undefined {
  const stage = DUNNING_STAGES[last === null ? 0 : DUNNING_STAGES.indexOf(last.stage) + 1];
  if (stage === undefined) return undefined;
  const afterDays = stage === "suspended" ? suspendAfterDays : STAGE_DAYS_AFTER_DUE[stage];
  if (afterDays === null) return undefined;
  const days = [
    addDays(dueOn, afterDays),
    ...(last === null ? [] : [addDays(last.on, MIN_DAYS_BETWEEN_LETTERS)]),
  ];
  return { stage, on: days.toSorted().at(-1) ?? dueOn };
}

/**
 * Returns the action due today for an overdue invoice: the next reminder, or suspending the client's CDN entries.
 * @returns undefined if nothing is due today.
 */
export function nextDunningStage({
  today,
  ...invoice
}: OverdueInvoice & { today: string }): DunningStage | undefined {
  const coming = comingDunningStage(invoice);
  return coming && coming.on <= today ? coming.stage : undefined;
}

/** Returns the first day on which an unpaid invoice can suspend its client's CDN entries, as announced by the last reminder. */
export const suspendsOn = (dueOn: string, today: string, suspendAfterDays: number): string =>
  new Date(
    Math.max(
      Date.parse(dueOn) + suspendAfterDays * DAY_MS,
      Date.parse(today) + MIN_DAYS_BETWEEN_LETTERS * DAY_MS,
    ),
  )
    .toISOString()
    .slice(0, 10);
