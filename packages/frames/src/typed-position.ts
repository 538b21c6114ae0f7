import { fpsOf } from "./frame-rate.ts";
import { formatTimecode, frameOfFields, type TimecodeFault, type TimecodeFormat } from "./timecode.ts";

export interface TypedContext {
  format: TimecodeFormat;
  /** The player's current position, from which "+10" counts. */
  currentFrame: number;
  /** The number of frames of the video. */
  frames: number;
}

export type TypedPosition =
  | { ok: true; frame: number; isClamped: boolean }
  | { ok: false; fault: TimecodeFault };

const UNREADABLE_POSITION = { ok: false, fault: "unreadable" } as const;
/** The maximum length of a string; longer strings are usually pasted by mistake. */
const MAX_CHARS = 32;

/**
 * Parses a position like editing software does, from the right: "1:2" and "102" are one second and two frames, "01:02:03;04" is a
 * complete label, "+10" and "-1:00" are relative to the player, "120f" is frame 120 of the video and "62.5s" a time in it.
 * Missing hours are those of the start timecode. Labels that drop frame skips mean the frame after them. Positions outside the
 * video become its first or last frame.
 */
export function parseTypedPosition(text: string, context: TypedContext): TypedPosition {
  const typed = text.replaceAll(/\s/g, "");
  if (typed === "" || typed.length > MAX_CHARS) return UNREADABLE_POSITION;
  const sign = typed.startsWith("+") ? 1 : typed.startsWith("-") ? -1 : 0;
  const rest = sign === 0 ? typed : typed.slice(1);
  const wanted = sign === 0 ? absoluteFrame(rest, context) : relativeFrames(rest, context.format);
  if (typeof wanted !== "number") return wanted;
  const frame = sign === 0 ? wanted : context.currentFrame + sign * wanted;
  const inside = Math.min(Math.max(frame, 0), context.frames - 1);
  return { ok: true, frame: inside, isClamped: inside !== frame };
}

type FailedPosition = { ok: false; fault: TimecodeFault };

function absoluteFrame(text: string, { format }: TypedContext): number | FailedPosition {
  const counted = countedFrames(text, format);
  if (counted !== undefined) return counted;
  const fields = fieldsOf(text);
  if (!fields) return UNREADABLE_POSITION;
  const startHours = Number(formatTimecode(0, format).slice(0, 2));
  return frameOfLabel(fields.given > 3 ? fields : { ...fields, hours: startHours }, format);
}

function relativeFrames(text: string, format: TimecodeFormat): number | FailedPosition {
  // "+10" and "+150" mean frames rather than seconds and frames, since steps are counted.
  if (/^\d{1,9}$/.test(text)) return Number(text);
  const counted = countedFrames(text, format);
  if (counted !== undefined) return counted;
  const fields = fieldsOf(text);
  return fields ? frameOfLabel(fields, { ...format, startFrames: 0 }) : UNREADABLE_POSITION;
}

/** Parses frames and seconds such as "120f" and "62.5s". */
function countedFrames(text: string, { rate }: TimecodeFormat): number | undefined {
  const match = /^(\d{1,9})(?:[.,](\d{1,6}))?([fs])$/i.exec(text);
  if (!match) return undefined;
  const [, whole = "", decimals, unit = ""] = match;
  if (unit.toLowerCase() === "f") return decimals === undefined ? Number(whole) : undefined;
  return Math.floor(Number(`${whole}.${decimals ?? 0}`) * fpsOf(rate) + 1e-6);
}

/** Splits a string into fields, filled from the right. */
function fieldsOf(text: string) {
  if (text === "") return undefined;
  const parts = /^\d{1,8}$/.test(text) ? pairsOf(text) : text.split(/[:;.,]/);
  if (parts.length > 4 || parts.some((part) => part.length > 3 || /\D/.test(part))) return undefined;
  const [frames = 0, seconds = 0, minutes = 0, hours = 0] = parts.toReversed().map(Number);
  return { hours, minutes, seconds, frames, given: parts.length };
}

/** Splits digits into pairs from the right: "10203" is 1, 02, 03. */
function pairsOf(digits: string): string[] {
  const padded = digits.padStart(Math.ceil(digits.length / 2) * 2, "0");
  return Array.from({ length: padded.length / 2 }, (_, n) => padded.slice(2 * n, 2 * n + 2));
}

function frameOfLabel(
  fields: Parameters<typeof frameOfFields>[0],
  format: TimecodeFormat,
): number | FailedPosition {
  for (let { frames } = fields; ; frames++) {
    const result = frameOfFields({ ...fields, frames }, format);
    if (result.ok) return result.frame;
    // A position before the first frame is -1, so that it counts as outside of the video.
    if (result.fault === "before-start") return -1;
    // A skipped label means the next frame; only a few labels are skipped in a row.
    if (result.fault !== "dropped") return result;
  }
}
