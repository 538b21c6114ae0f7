import { type Chapter, MAX_CHAPTER_TITLE_LENGTH, MAX_CHAPTERS, MAX_DURATION_SEC } from "@shoal/contract";
import { type FfprobeReport, tagOf } from "./ffprobe-report.ts";

/**
 * Lists the chapters of a source by ascending start, at most one at each time. Untitled chapters are named by their number.
 */
export function listChapters({ chapters = [], format }: FfprobeReport): Chapter[] {
  const fileStartSec = Number(format?.start_time ?? 0) || 0;
  const found = new Map<number, Chapter>();
  for (const [order, chapter] of chapters.entries()) {
    const sec = Number(chapter.start_time) - fileStartSec;
    if (!Number.isFinite(sec) || sec > MAX_DURATION_SEC) continue;
    const start = Math.round(Math.max(0, sec) * 1_000) / 1_000;
    const title = titleOf(tagOf(chapter, "title")) || `Chapter ${order + 1}`;
    if (!found.has(start)) found.set(start, { start, title });
  }
  return [...found.values()].toSorted((a, b) => a.start - b.start).slice(0, MAX_CHAPTERS);
}

const titleOf = (text: string) =>
  text
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim()
    .slice(0, MAX_CHAPTER_TITLE_LENGTH)
    .trim();
