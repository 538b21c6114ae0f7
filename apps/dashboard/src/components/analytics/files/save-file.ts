import { fileNameOf } from "@shoal/domain";
import type { Period } from "../period/period.ts";
import { formatZoned } from "../period/zone-time.ts";

/** The time for which the object URL stays valid, long enough for the browser to read the file. */
const OBJECT_URL_TTL_MS = 60_000;

/** Makes the browser download generated content as a file. */
export function saveFile(content: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), OBJECT_URL_TTL_MS);
}

export const saveText = (text: string, name: string): void =>
  saveFile(new Blob([text], { type: "text/csv;charset=utf-8" }), name);

/**
 * Builds the name of a file with figures, from subject, topic and period.
 * @example fileNameFor({ subject: "Everything", topic: "Countries", period, timeZone }) // "Everything - Countries - 2026-11-24
 * 0000 to 2026-11-25 0000"
 */
export function fileNameFor({
  subject,
  topic,
  period,
  timeZone,
}: {
  subject: string;
  topic: string;
  period: Period;
  timeZone: string;
}): string {
  const [from, to] = [period.fromMs, period.toMs].map((ms) => toSortableDate(formatZoned(ms, timeZone)));
  return fileNameOf(`${subject} - ${topic} - ${from} to ${to}`);
}

/** Rewrites a date so that file names sort by time. @example toSortableDate("24/11/2026 18:30") // "2026-11-24 1830" */
const toSortableDate = (text: string) => text.replace(/^(\d+)\/(\d+)\/(\d+) (\d+):(\d+)$/, "$3-$2-$1 $4$5");
