import type { VideoView } from "@shoal/contract";
import { secondsOf, timeText } from "../../../lib/clock-text.ts";

/** A range while it is being edited: times as typed by the user. */
export interface CutTexts {
  start: string;
  end: string;
}
export type CutFault = "unreadable" | "beyond" | "order";
export type CutEdge = keyof CutTexts;

const DEFAULT_FPS = 25;
/** A time that exceeds the duration by less than this, in seconds, counts as the end, because the displayed duration is rounded. */
const TOLERANCE_SEC = 0.5;

/** Returns the frames per second of the best rendition. */
export const fpsOf = ({ representations }: Pick<VideoView, "representations">): number =>
  Math.max(0, ...representations.map(({ fps }) => fps ?? 0)) || DEFAULT_FPS;

/** Reads the range in seconds; undefined for a time that cannot be read. */
export const rangeOf = ({ start, end }: CutTexts) => ({
  start: secondsOf({ time: start }),
  end: secondsOf({ time: end }),
});

/** Finds the errors at both ends of the range. */
export function findCutFaults(texts: CutTexts, durationSec: number): Partial<Record<CutEdge, CutFault>> {
  const { start, end } = rangeOf(texts);
  const faults: Partial<Record<CutEdge, CutFault>> = {};
  if (start === undefined) faults.start = "unreadable";
  else if (start >= durationSec) faults.start = "beyond";
  if (end === undefined) faults.end = "unreadable";
  else if (end > durationSec + TOLERANCE_SEC) faults.end = "beyond";
  else if (start !== undefined && end <= start) faults.end = "order";
  return faults;
}

/** Moves a time by frames, to the start of a frame. @example moveByFrames("00:02", 1, 25) // "00:02.04" */
export function moveByFrames(text: string, frames: number, fps: number, durationSec: number): string {
  const sec = secondsOf({ time: text }) ?? 0;
  const moved = (Math.round(sec * fps) + frames) / fps;
  return timeText(Math.min(Math.max(moved, 0), durationSec));
}
