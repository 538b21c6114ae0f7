import { formatChapterTime, parseChapterTime } from "@shoal/domain";

/** A time as one types it. @example timeText(12.3) // "00:12.3" */
export const timeText = (sec: number): string => formatChapterTime(sec).replace(/(\.\d{0,2}?)0{1,3}$/, "$1");

/** To a tenth of a second, which is as exact as a hand is. @example roundSec(1.26) // 1.3 */
export const roundSec = (sec: number): number => Math.round(sec * 10) / 10;

/** Parses the output of `timeText` into seconds; undefined while it is not valid. */
export const readTimeText = (text: string): number | undefined => parseChapterTime(text.trim());

/** The seconds of the time in a form field. */
export const secOf = ({ time }: { time: string }): number | undefined => readTimeText(time);
