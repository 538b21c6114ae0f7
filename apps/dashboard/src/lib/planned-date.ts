import dayjs from "dayjs";

const WRITTEN = /^(\d{1,2})\/(\d{1,2})\/(\d{4})[ ,@]+(\d{1,2})[:h](\d{2})$/;

/** A moment of the reader's time zone as he writes it (§5). @example writeMoment(date) // "24/12/2026 18:30" */
export const writeMoment = (date: Date): string => dayjs(date).format("DD/MM/YYYY HH:mm");

/** Reads what `writeMoment` writes; undefined for what is no such moment, as 31/02/2026 or 24:10. */
export function readMoment(text: string): Date | undefined {
  const parts = WRITTEN.exec(text.trim());
  if (!parts) return undefined;
  const [day = 0, month = 0, year = 0, hour = 0, minute = 0] = parts.slice(1).map(Number);
  const date = new Date(year, month - 1, day, hour, minute);
  const isThere = date.getDate() === day && date.getMonth() === month - 1;
  return isThere && hour < 24 && minute < 60 ? date : undefined;
}
