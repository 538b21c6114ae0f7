import type { CaptionCue } from "@shoal/contract";
import { writeOverride } from "./cue-settings.ts";
import { escapeCueText, srtCueText } from "./cue-text.ts";
import { formatCueTime } from "./cue-times.ts";

export type CaptionsFormat = "vtt" | "srt";

/**
 * Writes cues as a file that `readCaptionsFile` reads again.
 * @param header lines of WebVTT's header, as `X-TIMESTAMP-MAP=…`.
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
