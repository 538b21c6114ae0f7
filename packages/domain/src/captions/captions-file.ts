import {
  type CaptionCue,
  type CaptionNote,
  MAX_CAPTION_CUES,
  MAX_CAPTION_TEXT_LENGTH,
  MAX_DURATION_SEC,
} from "@shoal/contract";
import { blankHeaders, type FileHeader } from "./captions-headers.ts";
import { readOverrides, tidySettings, writeOverride } from "./cue-settings.ts";
import { escapeCueText, srtCueText, tidyCueText } from "./cue-text.ts";
import { formatCueTime, parseCueTime } from "./cue-times.ts";

/** An error in a line of the file, counted from 1; line 0 is the file as a whole. */
export interface CaptionFault {
  line: number;
  reason: string;
}
export interface CaptionsFile {
  format: "vtt" | "srt";
  /** The cues by ascending start; cues without text are omitted. */
  cues: CaptionCue[];
  /** Omitted and moved cues, by ascending line. */
  notes: CaptionNote[];
  /** The errors; empty if the file is accepted. */
  faults: CaptionFault[];
}

const TIMING_ARROW = "-->";
const MAX_FAULTS = 100;
/** Limit for the raw text of a cue, including tags that are stripped. */
const MAX_RAW_TEXT_LENGTH = 10 * MAX_CAPTION_TEXT_LENGTH;
const NOT_A_CUE_REASON = "is not a cue";
const NO_LENGTH_REASON = "must end after it starts";
/** WebVTT blocks that are not cues. */
const OTHER_BLOCK_PATTERN = /^(?:NOTE|STYLE|REGION)(?:\s|$)/;

interface TimingLine {
  /** The zero-based index of the line. */
  at: number;
  start: string;
  end: string;
  settings: string;
}
type ParsedBlock = LinedCue | { note: CaptionNote } | CaptionFault;

/**
 * Parses WebVTT or SRT, detecting which. Tolerates any line endings, missing hours, commas or points, and missing numbers or
 * empty lines. Cues that would never be shown are omitted with a note, as are the headers of concatenated files; a header's
 * `X-TIMESTAMP-MAP` shifts the cues after it.
 */
export function readCaptionsFile(text: string): CaptionsFile {
  const raw = text
    .replace(/\r\n?/g, "\n")
    .replace(/^\ufeff/gm, "")
    .split("\n");
  const format = /^WEBVTT(?:\s|$)/.test(raw.find((line) => line.trim() !== "") ?? "") ? "vtt" : "srt";
  const timings = raw.flatMap(parseTimingLine);
  if (timings.length > MAX_CAPTION_CUES)
    return failedFile(format, `contains more than ${MAX_CAPTION_CUES} captions`);
  // A file without any cue times is not a captions file, so it gets one error instead of one per line.
  if (timings.length === 0) return failedFile(format, "contains no captions");
  const { lines, headers } =
    format === "vtt" ? blankHeaders(raw, new Set(timings.map(({ at }) => at))) : { lines: raw, headers: [] };
  const read = [
    ...faultsBefore(lines, timings[0]?.at ?? 0, format),
    ...timings.flatMap((timing, order) => parseCue(lines, timing, { format, next: timings[order + 1]?.at })),
  ];
  const moved = shiftByHeaders(read, headers);
  const cues = moved.flatMap((each) => ("cue" in each && each.cue.text !== "" ? [each.cue] : []));
  const notes = [...moved.flatMap((each) => ("note" in each ? [each.note] : [])), ...notesOf(headers)];
  const faults = moved.filter((each) => "reason" in each);
  if (cues.length === 0) {
    faults.push(...notes.filter(({ kind }) => kind === "no_length").map(noteToFault));
    faults.sort((a, b) => a.line - b.line);
    if (faults.length === 0) return failedFile(format, "contains no captions");
  }
  return {
    format,
    cues: sortCues(cues),
    notes: faults.length > 0 ? [] : notes.toSorted((a, b) => a.line - b.line).slice(0, MAX_FAULTS),
    faults: faults.slice(0, MAX_FAULTS),
  };
}

const noteToFault = ({ line }: CaptionNote): CaptionFault => ({ line, reason: NO_LENGTH_REASON });

/** Sorts cues by start, then by end. The sort is stable. */
export const sortCues = (cues: readonly CaptionCue[]): CaptionCue[] =>
  cues.toSorted((a, b) => a.startMs - b.startMs || a.endMs - b.endMs);

const failedFile = (format: CaptionsFile["format"], reason: string): CaptionsFile => ({
  format,
  cues: [],
  notes: [],
  faults: [{ line: 0, reason }],
});

/**
 * Reads a timing line. Text can contain an arrow too, so only a line with a time before the arrow counts, even if the time is malformed.
 */
function parseTimingLine(line: string, at: number): TimingLine[] {
  const arrow = line.indexOf(TIMING_ARROW);
  if (arrow < 0) return [];
  const start = line.slice(0, arrow).trim();
  if (!/^-?[\d:.,]{1,30}$/.test(start)) return [];
  const rest = line.slice(arrow + TIMING_ARROW.length).trim();
  const space = rest.search(/\s/);
  const [end, settings] = space < 0 ? [rest, ""] : [rest.slice(0, space), rest.slice(space + 1)];
  return [{ at, start, end, settings }];
}

/** Checks the lines before the first cue: comments, the cue's name, or misplaced text. */
function faultsBefore(lines: string[], first: number, format: CaptionsFile["format"]): CaptionFault[] {
  const head = removeCueName(lines.slice(0, first), format);
  if (format === "vtt") return faultsOfBlocks(head, 0);
  const at = head.findIndex((line) => line.trim() !== "");
  return at < 0 ? [] : [{ line: at + 1, reason: NOT_A_CUE_REASON }];
}

/** Removes the number or name of the next cue, which is the last line before its times. */
function removeCueName(lines: string[], format: CaptionsFile["format"]): string[] {
  const [before, last] = [lines.at(-2)?.trim(), lines.at(-1)?.trim() ?? ""];
  const isBlock = before === "" && !OTHER_BLOCK_PATTERN.test(last);
  const isName = last !== "" && (/^\d{1,9}$/.test(last) || (format === "vtt" && isBlock));
  return isName ? lines.slice(0, -1) : lines;
}

/** Checks WebVTT blocks that are neither cues nor comments. @param offset index of their first line in the file. */
function faultsOfBlocks(lines: string[], offset: number): CaptionFault[] {
  const faults: CaptionFault[] = [];
  let isBetween = true;
  for (const [index, line] of lines.entries()) {
    const isBlank = line.trim() === "";
    if (isBetween && !isBlank && !OTHER_BLOCK_PATTERN.test(line))
      faults.push({ line: offset + index + 1, reason: NOT_A_CUE_REASON });
    isBetween = isBlank;
    if (faults.length === MAX_FAULTS) break;
  }
  return faults;
}

function parseCue(
  lines: string[],
  timing: TimingLine,
  { format, next }: { format: CaptionsFile["format"]; next: number | undefined },
): ParsedBlock[] {
  const rest = lines.slice(timing.at + 1, next);
  const own = next === undefined ? rest : removeCueName(rest, format);
  const times = parseCueTimes(timing);
  if ("reason" in times) return [times];
  if (format === "srt") return [createCue(times, timing, own.join("\n"))];
  const blank = own.findIndex((line) => line.trim() === "");
  const text = blank < 0 ? own : own.slice(0, blank);
  const after = blank < 0 ? [] : faultsOfBlocks(own.slice(blank), timing.at + 1 + blank);
  return [createCue(times, timing, text.join("\n")), ...after];
}

type CueTimes = { startMs: number; endMs: number };

function parseCueTimes({ at, start, end }: TimingLine): CueTimes | CaptionFault {
  const line = at + 1;
  const [startMs, endMs] = [parseCueTime(start), parseCueTime(end)];
  if (startMs === undefined || endMs === undefined) return { line, reason: "has no valid time" };
  if (start.startsWith("-") || end.startsWith("-")) return { line, reason: "has a negative time" };
  if (endMs > MAX_DURATION_SEC * 1_000) return { line, reason: `ends after ${MAX_DURATION_SEC} seconds` };
  return { startMs, endMs };
}

type LinedCue = { cue: CaptionCue; line: number };

function createCue(
  times: CueTimes,
  { at, settings }: TimingLine,
  raw: string,
): LinedCue | { note: CaptionNote } | CaptionFault {
  const line = at + 1;
  const tooLong = { line, reason: `has a text of more than ${MAX_CAPTION_TEXT_LENGTH} characters` };
  // The length is checked before parsing, since parsing a single cue of 5 MB would take seconds.
  if (raw.length > MAX_RAW_TEXT_LENGTH) return tooLong;
  if (times.endMs <= times.startMs) return { note: { kind: "no_length", line } };
  const overridden = readOverrides(raw);
  const text = tidyCueText(overridden.text);
  if (text.length > MAX_CAPTION_TEXT_LENGTH) return tooLong;
  return { line, cue: { ...times, text, settings: tidySettings(settings) || overridden.settings } };
}

/** Moves cues to the video's timeline; cues that end before it starts are omitted. */
function shiftByHeaders(read: readonly ParsedBlock[], headers: readonly FileHeader[]): ParsedBlock[] {
  let header = 0;
  return read.map((each) => {
    if (!("cue" in each)) return each;
    while ((headers[header + 1]?.line ?? Number.POSITIVE_INFINITY) < each.line) header += 1;
    const byMs = headers[header]?.offsetMs ?? 0;
    const { cue, line } = each;
    const [startMs, endMs] = [Math.max(0, cue.startMs + byMs), cue.endMs + byMs];
    if (endMs <= 0) return { note: { kind: "before_start", line } };
    if (endMs > MAX_DURATION_SEC * 1_000) return { line, reason: `ends after ${MAX_DURATION_SEC} seconds` };
    return { line, cue: { ...cue, startMs, endMs } };
  });
}

/** Lists notes about headers for the owner: shifted times, or several headers. */
function notesOf(headers: readonly FileHeader[]): CaptionNote[] {
  return headers.flatMap(({ line, offsetMs }, order): CaptionNote[] => [
    ...(order > 0 ? [{ kind: "second_header" as const, line }] : []),
    ...(offsetMs === 0 ? [] : [{ kind: "moved" as const, line, movedSec: offsetMs / 1_000 }]),
  ]);
}

export type CaptionsFormat = "vtt" | "srt";

/**
 * Writes cues as a file that `readCaptionsFile` can read.
 * @param header lines of the WebVTT header, such as `X-TIMESTAMP-MAP=…`.
 */
export function writeCaptionsFile(
  cues: readonly CaptionCue[],
  format: CaptionsFormat,
  header: readonly string[] = [],
): string {
  if (format === "srt") return cues.map(srtCue).join("\n");
  return [[`WEBVTT`, ...header, ""].join("\n"), ...cues.map(vttCue)].join("\n");
}

const vttCue = ({ startMs, endMs, text, settings }: CaptionCue) =>
  `${formatCueTime(startMs)} --> ${formatCueTime(endMs)}${settings && ` ${settings}`}\n${escapeCueText(text)}\n`;

const srtCue = ({ startMs, endMs, text, settings }: CaptionCue, index: number) =>
  `${index + 1}\n${formatCueTime(startMs, ",")} --> ${formatCueTime(endMs, ",")}\n${writeOverride(settings)}${srtCueText(text)}\n`;
