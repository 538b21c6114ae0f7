import { formatChapterTime, parseChapterTime } from "@shoal/domain";

/** Writes a time as users type it. @example timeText(12.3) // "00:12.3" */
export const timeText = (sec: number): string => formatChapterTime(sec).replace(/(\.\d{0,2}?)0{1,3}$/, "$1");

/** Rounds to a tenth of a second, which is the precision of a manual selection. @example roundSec(1.26) // 1.3 */
export const roundSec = (sec: number): number => Math.round(sec * 10) / 10;

/** Parses the output of `timeText` into seconds; undefined while it is not valid. */
export const parseTimeText = (text: string): number | undefined => parseChapterTime(text.trim());

/** Returns the time in a form field, in seconds. */
export const secondsOf = ({ time }: { time: string }): number | undefined => parseTimeText(time);
