import { parseCueTime } from "./cue-times.ts";

const HEADER = /^WEBVTT(?:\s|$)/;
const MAP = /^X-TIMESTAMP-MAP\s*=/i;
/** Ticks of MPEG's clock in a millisecond. */
const MPEG_TICKS_PER_MS = 90;
/** That clock has 33 bits. */
const MPEG_MAX_TICKS = 2 ** 33;

/** A header of WebVTT in a file: the first one, or that of another file which was put behind it. */
export interface FileHeader {
  /** From 1. */
  line: number;
  /** The offset for the times of later cues. */
  offsetMs: number;
}

/**
 * Takes the headers out of the lines of a WebVTT file: they become empty lines, so that every other one keeps its number.
 * @param timings indexes of lines of times, where a header ends if no empty line ends it.
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
    if (isBetween && HEADER.test(line)) {
      isHeader = true;
      headers.push({ line: at + 1, offsetMs: 0 });
    }
    isBetween = isBlank;
    if (isBlank || timings.has(at)) isHeader = false;
    if (!isHeader) return line;
    const header = headers.at(-1);
    if (header && MAP.test(line)) header.offsetMs = offsetOf(line.replace(MAP, ""));
    return "";
  });
  return { lines: blanked, headers };
}

/**
 * How much later a cue is shown than it says, in ms: HLS maps a time of the cues to one of MPEG's clock. What cannot be read
 * moves nothing.
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
  if (!/^\d{1,10}$/.test(ticks) || Number(ticks) >= MPEG_MAX_TICKS || localMs === undefined) return 0;
  return Math.round(Number(ticks) / MPEG_TICKS_PER_MS) - localMs;
}
