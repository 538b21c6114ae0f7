import { type Chapter, MAX_CHAPTER_TITLE_LENGTH } from "@shoal/contract";
import { roundSec, secondsOf, timeText } from "../../../lib/clock-text.ts";

/** A chapter while it is being edited. */
export interface ChapterRow {
  /** Identifies the row in the form. It is not sent to the server. */
  key: string;
  /** The start, such as "1:05" or "1:02:03.5"; "" while it is not set. */
  time: string;
  title: string;
}
export interface ChapterFaults {
  time?: "unreadable" | "beyond" | "twice";
  title?: "missing" | "long";
}

/** Converts saved chapters to rows. */
export const rowsOf = (chapters: readonly Chapter[]): ChapterRow[] =>
  // Keys depend only on the position, so that rows of the same chapters are equal.
  chapters.map(({ start, title }, index) => ({
    key: `saved-${index}`,
    time: timeText(start),
    title,
  }));

let keyCount = 0;
/** Creates a row. @param sec start of the chapter in seconds; undefined if it is not known. */
export function makeChapterRow(sec: number | undefined): ChapterRow {
  keyCount += 1;
  return { key: `new-${keyCount}`, time: sec === undefined ? "" : timeText(roundSec(sec)), title: "" };
}

/** Sorts rows by time. Rows without a readable time stay last, in their order. */
export const sortRows = (rows: readonly ChapterRow[]): ChapterRow[] =>
  rows.toSorted((one, other) => sortTimeOf(one) - sortTimeOf(other));

const sortTimeOf = (row: ChapterRow) => secondsOf(row) ?? Number.MAX_SAFE_INTEGER;

/** Converts the rows to chapters, in order. The rows must be valid. */
export const chaptersOf = (rows: readonly ChapterRow[]): Chapter[] =>
  sortRows(rows).map((row) => ({ start: secondsOf(row) ?? 0, title: row.title.trim() }));

/**
 * Finds the errors in all rows, by key; rows without errors are omitted.
 * @param durationSec duration of the video; null while unknown.
 */
export function findChapterFaults(
  rows: readonly ChapterRow[],
  durationSec: number | null,
): Map<string, ChapterFaults> {
  const seen = new Set<number>();
  const faults = rows.map((row): [string, ChapterFaults] => {
    const sec = secondsOf(row);
    const isTwice = sec !== undefined && seen.has(sec);
    if (sec !== undefined) seen.add(sec);
    return [row.key, { ...titleFault(row), ...timeFault(sec, { isTwice, durationSec }) }];
  });
  return new Map(faults.filter(([, fault]) => Object.keys(fault).length > 0));
}

function titleFault({ title }: ChapterRow): ChapterFaults {
  if (title.trim() === "") return { title: "missing" };
  return title.trim().length > MAX_CHAPTER_TITLE_LENGTH ? { title: "long" } : {};
}

function timeFault(
  sec: number | undefined,
  { isTwice, durationSec }: { isTwice: boolean; durationSec: number | null },
): ChapterFaults {
  if (sec === undefined) return { time: "unreadable" };
  if (durationSec !== null && sec > durationSec) return { time: "beyond" };
  return isTwice ? { time: "twice" } : {};
}
