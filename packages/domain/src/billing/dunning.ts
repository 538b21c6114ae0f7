import { DUNNING_STAGES, type DunningStage } from "@shoal/contract";

const DAY_MS = 86_400_000;
/** Days after the day on which an invoice was due. */
const AFTER_DUE_DAYS = { reminder: 3, second: 15, final: 30 } as const;
/** Who is told late is not told everything at once: so many days lie between two letters. */
const BETWEEN_DAYS = 7;

const daysFrom = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY_MS;

/**
 * What is due of an invoice that is overdue: the next letter, or that its client's CDN entries stop.
 * @param last the stage that it has reached, and the day of it; null before the first.
 * @param suspendAfterDays after the day on which it was due; null where nothing is ever suspended.
 * @returns undefined where nothing is due today.
 */
export function nextDunningStage({
  dueOn,
  today,
  last,
  suspendAfterDays,
}: {
  dueOn: string;
  today: string;
  last: { stage: DunningStage; on: string } | null;
  suspendAfterDays: number | null;
}): DunningStage | undefined {
  const stage = DUNNING_STAGES[last === null ? 0 : DUNNING_STAGES.indexOf(last.stage) + 1];
  if (stage === undefined) return undefined;
  const afterDays = stage === "suspended" ? suspendAfterDays : AFTER_DUE_DAYS[stage];
  if (afterDays === null || daysFrom(dueOn, today) < afterDays) return undefined;
  return last === null || daysFrom(last.on, today) >= BETWEEN_DAYS ? stage : undefined;
}

/** The first day on which an invoice can stop its client's CDN entries, as its last letter tells it. */
export const suspendsOn = (dueOn: string, today: string, suspendAfterDays: number): string =>
  new Date(Math.max(Date.parse(dueOn) + suspendAfterDays * DAY_MS, Date.parse(today) + BETWEEN_DAYS * DAY_MS))
    .toISOString()
    .slice(0, 10);
