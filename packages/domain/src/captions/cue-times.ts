import type { CaptionCue } from "@shoal/contract";

const TIME_PATTERN = /^(-?)(?:(\d{1,5}):)?(\d{1,5}):(\d{1,2})(?:[.,](\d{1,9}))?$/;

/**
 * Parses a time such as `01:02:03,004`, `1:02.5` or `02:03` into milliseconds; undefined for an invalid time, such as 60
 * seconds after minutes. Accepts negative times.
 */
export function parseCueTime(text: string): number | undefined {
  const [, sign, hours, minutes = "0", seconds = "0", fraction = "0"] = TIME_PATTERN.exec(text) ?? [];
  if (sign === undefined || Number(seconds) >= 60 || (hours !== undefined && Number(minutes) >= 60))
    return undefined;
  const whole = Number(hours ?? 0) * 3_600 + Number(minutes) * 60 + Number(seconds);
  const ms = whole * 1_000 + Math.round(Number(`0.${fraction}`) * 1_000);
  return sign === "-" ? -ms : ms;
}

/** Formats as `01:02:03.004` for WebVTT; SRT uses a comma. */
export function formatCueTime(ms: number, separator: "." | "," = "."): string {
  const two = (value: number) => String(Math.floor(value)).padStart(2, "0");
  const clock = [ms / 3_600_000, (ms / 60_000) % 60, (ms / 1_000) % 60].map(two).join(":");
  return `${clock}${separator}${String(ms % 1_000).padStart(3, "0")}`;
}

/** Returns the cues between two times, clipped to them and shifted to start at 0. */
export function cutCues(cues: readonly CaptionCue[], fromMs: number, toMs: number): CaptionCue[] {
  return cues
    .filter(({ startMs, endMs }) => endMs > fromMs && startMs < toMs)
    .map((cue) => ({
      ...cue,
      startMs: Math.max(cue.startMs, fromMs) - fromMs,
      endMs: Math.min(cue.endMs, toMs) - fromMs,
    }));
}
