const CLOCK_PATTERN = /^(?:(\d{1,5}):)?(\d{1,5}):(\d{2}(?:[.,]\d{1,9})?)$/;
const SECONDS_PATTERN = /^\d{1,9}(?:[.,]\d{1,9})?$/;

/** Source of a regular expression for a clock time: `5:07`, `1:02:03`, `00:01:02.500`. */
export const CLOCK_SOURCE = String.raw`(?:\d{1,5}:)?\d{1,5}:\d{2}(?:[.,]\d{1,9})?`;

/**
 * Parses a time such as `5:07`, `1:02:03.5` or `307.5` into seconds; undefined for anything else, including 60 minutes or
 * seconds after a larger unit.
 */
export function parseChapterTime(text: string): number | undefined {
  if (SECONDS_PATTERN.test(text)) return toSeconds(text);
  const [, hours, minutes = "0", seconds = "0"] = CLOCK_PATTERN.exec(text) ?? [];
  const [hour, minute, second] = [Number(hours ?? 0), Number(minutes), toSeconds(seconds)];
  if (!CLOCK_PATTERN.test(text) || second >= 60 || (hours !== undefined && minute >= 60)) return undefined;
  return toMilliseconds(hour * 3_600 + minute * 60 + second);
}

/** Formats as `m:ss`, or from one hour on as `h:mm:ss`; fractions of a second only if there are any. */
export function formatChapterTime(sec: number): string {
  const { hours, minutes, seconds, ms } = splitTime(sec);
  const fraction = ms > 0 ? `.${padNumber(ms, 3)}` : "";
  return `${hours > 0 ? `${hours}:` : ""}${padNumber(minutes, 2)}:${padNumber(seconds, 2)}${fraction}`;
}

/** Formats for WebVTT: `hh:mm:ss.mmm`. */
export function formatVttTime(sec: number): string {
  const { hours, minutes, seconds, ms } = splitTime(sec);
  return `${padNumber(hours, 2)}:${padNumber(minutes, 2)}:${padNumber(seconds, 2)}.${padNumber(ms, 3)}`;
}

function splitTime(sec: number) {
  const totalMs = Math.round(sec * 1_000);
  const total = Math.floor(totalMs / 1_000);
  return {
    hours: Math.floor(total / 3_600),
    minutes: Math.floor(total / 60) % 60,
    seconds: total % 60,
    ms: totalMs % 1_000,
  };
}

const padNumber = (value: number, length: number) => String(value).padStart(length, "0");
const toSeconds = (text: string) => toMilliseconds(Number(text.replace(",", ".")));
const toMilliseconds = (sec: number) => Math.round(sec * 1_000) / 1_000;
