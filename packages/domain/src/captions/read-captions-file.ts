import {
  CAPTION_CUES_MAX_COUNT,
  CAPTION_TEXT_MAX_LENGTH,
  type CaptionCue,
  MAX_DURATION_SEC,
} from "@shoal/contract";
import { readOverrides, tidySettings } from "./cue-settings.ts";
import { tidyCueText } from "./cue-text.ts";
import { parseCueTime } from "./cue-times.ts";

/** What is wrong with a line of the file, from 1; line 0 is the file as a whole. */
export interface CaptionFault {
  line: number;
  reason: string;
}
export interface CaptionsFile {
  format: "vtt" | "srt";
  /** By ascending start; those without a text are left out. */
  cues: CaptionCue[];
  faults: CaptionFault[];
}

const ARROW = "-->";
const FAULTS_MAX = 100;
/** With all the tags that are taken out of it. */
const RAW_TEXT_MAX_LENGTH = 10 * CAPTION_TEXT_MAX_LENGTH;
const NOT_A_CUE = "is not a cue";
/** Blocks of WebVTT that are no cues. */
const OTHER_BLOCK = /^(?:NOTE|STYLE|REGION)(?:\s|$)/;

interface Timing {
  /** Index of the line. */
  at: number;
  start: string;
  end: string;
  settings: string;
}
type Read = { cue: CaptionCue } | CaptionFault;

/**
 * Reads WebVTT or SRT, whichever it is: with any line ends, hours left out, commas or points, missing numbers and missing
 * empty lines.
 */
export function readCaptionsFile(text: string): CaptionsFile {
  const lines = text
    .replace(/^\ufeff/, "")
    .replace(/\r\n?/g, "\n")
    .split("\n");
  const format = /^WEBVTT(?:\s|$)/.test(lines[0] ?? "") ? "vtt" : "srt";
  const timings = lines.flatMap(readTiming);
  if (timings.length > CAPTION_CUES_MAX_COUNT)
    return fail(format, `holds more than ${CAPTION_CUES_MAX_COUNT} captions`);
  // What has no time at all is another kind of file: its lines say nothing.
  if (timings.length === 0) return fail(format, "holds no captions");
  const read = [
    ...faultsBefore(lines, timings[0]?.at ?? 0, format),
    ...timings.flatMap((timing, order) => readCue(lines, timing, { format, next: timings[order + 1]?.at })),
  ];
  const faults = read.filter((each) => "reason" in each);
  const cues = read.flatMap((each) => ("cue" in each && each.cue.text !== "" ? [each.cue] : []));
  if (cues.length === 0 && faults.length === 0) return fail(format, "holds no captions");
  return { format, cues: sortCues(cues), faults: faults.slice(0, FAULTS_MAX) };
}

/** By ascending start, then end; in their order where both are the same. */
export const sortCues = (cues: readonly CaptionCue[]): CaptionCue[] =>
  cues.toSorted((a, b) => a.startMs - b.startMs || a.endMs - b.endMs);

const fail = (format: CaptionsFile["format"], reason: string): CaptionsFile => ({
  format,
  cues: [],
  faults: [{ line: 0, reason }],
});

/** A line is one of times when something like a time stands before the arrow: a text may hold an arrow too. */
function readTiming(line: string, at: number): Timing[] {
  const arrow = line.indexOf(ARROW);
  if (arrow < 0) return [];
  const start = line.slice(0, arrow).trim();
  if (!/^-?[\d:.,]{1,30}$/.test(start)) return [];
  const rest = line.slice(arrow + ARROW.length).trim();
  const space = rest.search(/\s/);
  const [end, settings] = space < 0 ? [rest, ""] : [rest.slice(0, space), rest.slice(space + 1)];
  return [{ at, start, end, settings }];
}

/** What stands before the first times: a header and notes, the first cue's name, or what should not be there. */
function faultsBefore(lines: string[], first: number, format: CaptionsFile["format"]): CaptionFault[] {
  const head = withoutName(lines.slice(0, first), format);
  if (format === "vtt") {
    const headerEnd = head.indexOf("");
    return headerEnd < 0 ? [] : faultsOfBlocks(head.slice(headerEnd), headerEnd);
  }
  const at = head.findIndex((line) => line.trim() !== "");
  return at < 0 ? [] : [{ line: at + 1, reason: NOT_A_CUE }];
}

/** Without the number or name of the cue whose times come next. */
function withoutName(lines: string[], format: CaptionsFile["format"]): string[] {
  const [before, last] = [lines.at(-2)?.trim(), lines.at(-1)?.trim() ?? ""];
  const isBlock = before === "" && !OTHER_BLOCK.test(last);
  const isName = last !== "" && (/^\d{1,9}$/.test(last) || (format === "vtt" && isBlock));
  return isName ? lines.slice(0, -1) : lines;
}

/** Blocks of WebVTT that are neither cues nor notes. @param offset index of the first line in the file. */
function faultsOfBlocks(lines: string[], offset: number): CaptionFault[] {
  const faults: CaptionFault[] = [];
  let isBetween = true;
  for (const [index, line] of lines.entries()) {
    const isBlank = line.trim() === "";
    if (isBetween && !isBlank && !OTHER_BLOCK.test(line))
      faults.push({ line: offset + index + 1, reason: NOT_A_CUE });
    isBetween = isBlank;
    if (faults.length === FAULTS_MAX) break;
  }
  return faults;
}

function readCue(
  lines: string[],
  timing: Timing,
  { format, next }: { format: CaptionsFile["format"]; next: number | undefined },
): Read[] {
  const rest = lines.slice(timing.at + 1, next);
  const own = next === undefined ? rest : withoutName(rest, format);
  const times = readTimes(timing);
  if ("reason" in times) return [times];
  if (format === "srt") return [cueOf(times, timing, own.join("\n"))];
  const blank = own.findIndex((line) => line.trim() === "");
  const text = blank < 0 ? own : own.slice(0, blank);
  const after = blank < 0 ? [] : faultsOfBlocks(own.slice(blank), timing.at + 1 + blank);
  return [cueOf(times, timing, text.join("\n")), ...after];
}

type Times = { startMs: number; endMs: number };

function readTimes({ at, start, end }: Timing): Times | CaptionFault {
  const line = at + 1;
  const [startMs, endMs] = [parseCueTime(start), parseCueTime(end)];
  if (startMs === undefined || endMs === undefined) return { line, reason: "has no time that can be read" };
  if (start.startsWith("-") || end.startsWith("-")) return { line, reason: "has a negative time" };
  if (endMs <= startMs) return { line, reason: "does not end after it begins" };
  if (endMs > MAX_DURATION_SEC * 1_000) return { line, reason: `ends after ${MAX_DURATION_SEC} seconds` };
  return { startMs, endMs };
}

function cueOf(times: Times, { at, settings }: Timing, raw: string): Read {
  const tooLong = {
    line: at + 1,
    reason: `has a text of more than ${CAPTION_TEXT_MAX_LENGTH} characters`,
  };
  // Before it is tidied: one cue of 5 MB takes seconds.
  if (raw.length > RAW_TEXT_MAX_LENGTH) return tooLong;
  const overridden = readOverrides(raw);
  const text = tidyCueText(overridden.text);
  if (text.length > CAPTION_TEXT_MAX_LENGTH) return tooLong;
  return { cue: { ...times, text, settings: tidySettings(settings) || overridden.settings } };
}
