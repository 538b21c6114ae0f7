import { parseCueTime } from "./cue-times.ts";

const HEADER_PATTERN = /^WEBVTT(?:\s|$)/;
const TIMESTAMP_MAP_PATTERN = /^X-TIMESTAMP-MAP\s*=/i;
/** The ticks of the MPEG clock per millisecond. */
const MPEG_TICKS_PER_MS = 90;
/** The number of ticks after which the MPEG clock, which has 33 bits, wraps. */
const MAX_MPEG_TICKS = 2 ** 33;

/** A WebVTT header in a file: the first one, or the header of an appended file. */
export interface FileHeader {
  /** The line of the header, counted from 1. */
  line: number;
  /** The milliseconds that are added to the times of the cues after it. */
  offsetMs: number;
}

/**
 * Replaces the headers of a WebVTT file by empty lines, so that line numbers stay the same.
 * @param timings indexes of the timing lines, where a header ends if no empty line ends it.
 */
export function blankHeaders(
  lines: readonly string[],
  timings: ReadonlySet<number>,
): { lines: string[]; headers: FileHeader[] } {
  const headers: FileHeader[] = [];
  let isBetween = true;
  let isHeader = false;
  const blanked = lines.map((line, at) => {
    const isBlank = line.trim() === "";
    if (isBetween && HEADER_PATTERN.test(line)) {
      isHeader = true;
      headers.push({ line: at + 1, offsetMs: 0 });
    }
    isBetween = isBlank;
    if (isBlank || timings.has(at)) isHeader = false;
    if (!isHeader) return line;
    const header = headers.at(-1);
    if (header && TIMESTAMP_MAP_PATTERN.test(line))
      header.offsetMs = offsetOf(line.replace(TIMESTAMP_MAP_PATTERN, ""));
    return "";
  });
  return { lines: blanked, headers };
}

/**
 * Returns by how many ms a header shifts the cues after it: in HLS, its `X-TIMESTAMP-MAP` maps a cue time to an MPEG timestamp. An
 * unreadable map shifts nothing.
 * @example offsetOf("MPEGTS:900000,LOCAL:00:00:00.000") // 10_000
 */
function offsetOf(map: string): number {
  const fields = new Map(
    map.split(",", 2).map((field) => {
      const [name = "", ...rest] = field.split(":");
      return [name.trim().toUpperCase(), rest.join(":").trim()];
    }),
  );
  const [ticks, local] = [fields.get("MPEGTS") ?? "", fields.get("LOCAL") ?? ""];
  const localMs = parseCueTime(local);
  if (!/^\d{1,10}$/.test(ticks) || Number(ticks) >= MAX_MPEG_TICKS || localMs === undefined) return 0;
  return Math.round(Number(ticks) / MPEG_TICKS_PER_MS) - localMs;
}
