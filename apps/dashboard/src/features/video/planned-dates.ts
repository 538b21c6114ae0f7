import dayjs from "dayjs";

/** A date that is not further ahead than this is now: it takes as long to fill in and to send it. */
const NEAR_MS = 60_000;

/** A moment as a datetime-local field holds it, in the reader's time zone; "" for none. */
export const toLocalText = (iso: string | null): string => (iso ? dayjs(iso).format("YYYY-MM-DDTHH:mm") : "");

/** The moment that a datetime-local field holds; undefined for what is none or is after the year 9999. */
export function readLocalText(text: string): string | undefined {
  const isComplete = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(text);
  const moment = dayjs(text);
  return isComplete && moment.isValid() ? moment.toISOString() : undefined;
}

/** Whether a planned date is over or near now, which means at once (§5). */
export const isAtOnce = (iso: string, nowMs: number): boolean => Date.parse(iso) <= nowMs + NEAR_MS;

/** A planned date as §5 writes it: dd/mm/yyyy hh:mm, in the reader's time zone. */
export const plannedDateOf = (iso: string): string => dayjs(iso).format("DD/MM/YYYY HH:mm");
