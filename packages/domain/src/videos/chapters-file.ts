import { type Chapter, MAX_CHAPTER_TITLE_LENGTH, MAX_CHAPTERS, MAX_DURATION_SEC } from "@shoal/contract";
import { parseCsvRecords, withoutFormulaGuard, writeCsv } from "../csv-records.ts";
import { decodeText } from "../read-text.ts";
import { CLOCK_SOURCE, formatChapterTime, formatVttTime, parseChapterTime } from "./chapter-times.ts";

/** A chapter with its line in the file, from 1. */
export interface FileChapter extends Chapter {
  line: number;
}
/** An error in a line of the file, from 1; line 0 is the file as a whole. */
export interface ChapterFault {
  line: number;
  reason: string;
}
/** The supported formats for writing chapters. */
export type ChaptersFormat = "vtt" | "txt" | "csv";

type ChapterEntry = { line: number; time: string; title: string } | ChapterFault;

const NOT_A_CHAPTER_REASON = "is not a time and a title";
const LIST_LINE_PATTERN = new RegExp(String.raw`^[[(]?(${CLOCK_SOURCE})[\])]?(?:\s*[-–—:|]\s+|\s+)(\S.*)$`);
const FIRST_CSV_FIELD = String.raw`^"?(?:\d+(?:\.\d+)?|${CLOCK_SOURCE})"?\s*`;
const START_NAMES = /^(start|starts? ?(time|sec|seconds)?|time|timecode|seconds|d[ée]but|temps|position)$/i;
const TITLE_NAMES = /^(title|name|chapter|titre|nom|chapitre|label)$/i;

/**
 * Parses chapters from WebVTT, lines that start with a time (`1:02:03 - Title`), or CSV with start and title, with or without a
 * header.
 * @returns chapters by ascending start, and an error for every unreadable line.
 */
export function readChaptersFile(bytes: Uint8Array): { chapters: FileChapter[]; faults: ChapterFault[] } {
  const text = decodeText(bytes)
    .replace(/^\ufeff/, "")
    .replace(/\r\n?/g, "\n");
  const read = (entriesOf(text) as ChapterEntry[]).map(readEntry);
  const chapters = read.filter((each) => "start" in each).toSorted((a, b) => a.start - b.start);
  const faults = [...read.filter((each) => "reason" in each), ...listFaults(chapters)];
  if (chapters.length === 0 && faults.length === 0) faults.push({ line: 0, reason: "contains no chapters" });
  return { chapters, faults: faults.toSorted((a, b) => a.line - b.line) };
}

function entriesOf(text: string): ChapterEntry[] {
  if (/^WEBVTT(\s|$)/.test(text)) return readVtt(text);
  const separator = findSeparator(text);
  return separator ? readCsv(text, separator) : readLines(text);
}

function readEntry(entry: ChapterEntry): FileChapter | ChapterFault {
  if ("reason" in entry) return entry;
  const { line, time } = entry;
  const title = entry.title.replace(/\s+/g, " ").trim();
  const start = parseChapterTime(time);
  if (start === undefined) return { line, reason: "has no valid time" };
  if (start > MAX_DURATION_SEC) return { line, reason: `starts after ${MAX_DURATION_SEC} seconds` };
  if (title === "") return { line, reason: "has no title" };
  if (title.length > MAX_CHAPTER_TITLE_LENGTH)
    return { line, reason: `has a title of more than ${MAX_CHAPTER_TITLE_LENGTH} characters` };
  return { line, start, title };
}

function listFaults(chapters: FileChapter[]): ChapterFault[] {
  const faults: ChapterFault[] = [];
  const lineOf = new Map<number, number>();
  for (const { start, line } of chapters) {
    const first = lineOf.get(start);
    if (first === undefined) lineOf.set(start, line);
    else faults.push({ line, reason: `starts when line ${first} does` });
  }
  if (chapters.length > MAX_CHAPTERS)
    faults.push({ line: 0, reason: `contains more than ${MAX_CHAPTERS} chapters` });
  return faults;
}

function readLines(text: string): ChapterEntry[] {
  return text.split("\n").flatMap((whole, index) => {
    if (whole.trim() === "") return [];
    const [, time, title] = LIST_LINE_PATTERN.exec(whole.trim()) ?? [];
    const line = index + 1;
    return [time && title ? { line, time, title } : { line, reason: NOT_A_CHAPTER_REASON }];
  });
}

/** Returns the separator if the first line is CSV; undefined if it is not. */
function findSeparator(text: string): string | undefined {
  const [first = ""] = text.trimStart().split("\n");
  const isHeader = (separator: string) => {
    const fields = parseCsvRecords(first, separator)[0]?.fields ?? [];
    return fields.some((field) => START_NAMES.test(field)) && fields.some((field) => TITLE_NAMES.test(field));
  };
  return [";", "\t", ","].find(
    (separator) =>
      isHeader(separator) || new RegExp(FIRST_CSV_FIELD + separator).test(withPoint(first, separator)),
  );
}

/** Replaces the commas of French decimals: `1,5;Titre`. */
const withPoint = (line: string, separator: string) =>
  separator === "," ? line : line.replace(/^("?\d+),(\d+)/, "$1.$2");

function readCsv(text: string, separator: string): ChapterEntry[] {
  const records = parseCsvRecords(text, separator);
  const header = records[0]?.fields ?? [];
  const startAt = header.findIndex((field) => START_NAMES.test(field));
  const titleAt = header.findIndex((field) => TITLE_NAMES.test(field));
  if (startAt < 0 || titleAt < 0)
    return records.map((record) => parseEntry(record, { startAt: 0, titleAt: 1, separator }));
  const isTitleLast = titleAt === header.length - 1;
  return records
    .slice(1)
    .map((record) =>
      parseEntry(record, { startAt, titleAt, separator: isTitleLast ? separator : undefined }),
    );
}

/** @param at a separator that an unquoted title can contain, since nothing follows the title. */
function parseEntry(
  { line, fields }: { line: number; fields: string[] },
  at: { startAt: number; titleAt: number; separator: string | undefined },
): ChapterEntry {
  const { startAt, titleAt, separator } = at;
  if (fields.length <= Math.max(startAt, titleAt)) return { line, reason: NOT_A_CHAPTER_REASON };
  const title = separator
    ? fields.slice(titleAt).join(separator === "\t" ? " " : `${separator} `)
    : fields[titleAt];
  return { line, time: fields[startAt] ?? "", title: withoutFormulaGuard(title ?? "") };
}

/** Reads the blocks between empty lines; skips anything that is not a cue (header, notes, styles, regions). */
function readVtt(text: string): ChapterEntry[] {
  const entries: ChapterEntry[] = [];
  let block: string[] = [];
  let from = 1;
  for (const [index, line] of [...text.split("\n"), ""].entries()) {
    if (line.trim() !== "") block.push(line);
    else {
      if (block.length > 0 && !/^(WEBVTT|NOTE|STYLE|REGION)(\s|$)/.test(block[0] ?? ""))
        entries.push(readCue(block, from));
      block = [];
      from = index + 2;
    }
  }
  return entries;
}

function readCue(block: string[], from: number): ChapterEntry {
  const at = block.findIndex((line) => line.includes("-->"));
  if (at < 0 || at > 1) return { line: from, reason: "is not a cue" };
  const [time = ""] = (block[at] ?? "").split("-->");
  return { line: from + at, time: time.trim(), title: plainText(block.slice(at + 1).join(" ")) };
}

const TEXT_OF_ENTITY: Record<string, string> = {
  __proto__: null as never,
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  nbsp: "\u00a0",
  lrm: "",
  rlm: "",
};
const plainText = (cue: string) =>
  cue.replace(/<[^<>]*>/g, "").replace(/&(\w+);/g, (whole, name: string) => TEXT_OF_ENTITY[name] ?? whole);

/**
 * Writes chapters as a file that `readChaptersFile` can read.
 * @param durationSec end of the last chapter; null while unknown.
 */
export function writeChaptersFile(
  chapters: readonly Chapter[],
  format: ChaptersFormat,
  durationSec: number | null,
): string {
  const lines = chapters.map(({ start, title }) => ({ start, title: title.replace(/\s+/g, " ") }));
  if (format === "txt")
    return lines.map(({ start, title }) => `${formatChapterTime(start)} ${title}\n`).join("");
  if (format === "csv")
    return writeCsv(
      ["start", "title"],
      lines.map(({ start, title }) => [start, title]),
    );
  const cues = lines.map(({ start, title }, index) => {
    const end = lines[index + 1]?.start ?? Math.max(durationSec ?? 0, start + 1);
    return `${formatVttTime(start)} --> ${formatVttTime(end)}\n${escapeCue(title)}\n`;
  });
  return ["WEBVTT\n", ...cues].join("\n");
}

const escapeCue = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
