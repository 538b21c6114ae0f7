import { FPS_29_97, FPS_59_94, type FrameRate, fpsOf, frameRate, isSameRate } from "./frame-rate.ts";

/**
 * The format of frame labels (SMPTE ST 12-1). Labels count at the nominal rate. Drop frame skips labels, never frames, so that
 * labels keep up with the clock at 29.97 and 59.94.
 */
export interface TimecodeFormat {
  readonly rate: FrameRate;
  readonly isDropFrame: boolean;
  /** The label of the video's first frame, as a number of frames since 00:00:00:00. */
  readonly startFrames: number;
}

export type TimecodeFault = "unreadable" | "minutes" | "seconds" | "frames" | "dropped" | "before-start";
export type TimecodeResult = { ok: true; frame: number } | { ok: false; fault: TimecodeFault };

const DROP_RATES = [FPS_29_97, FPS_59_94, frameRate(120_000, 1_001)];
const MINUTES_PER_DAY = 24 * 60;

export const canDropFrames = (rate: FrameRate): boolean => DROP_RATES.some((each) => isSameRate(each, rate));

/** Returns the frame labels per second: 30 at 29.97, 24 at 23.976. */
export const nominalFps = (rate: FrameRate): number => Math.ceil(fpsOf(rate) - 1e-9);

/** Returns the labels skipped at the start of each minute that is not a multiple of ten: 2 at 29.97, 4 at 59.94. */
const droppedLabels = (rate: FrameRate): number => nominalFps(rate) / 15;

/**
 * Creates a format.
 * @param start the label of the first frame, such as "01:00:00:00". A semicolon means drop frame.
 * @param isDropFrame used if the start does not determine it; by default, drop frame is used if the rate has it.
 * @throws RangeError if the start is not a timecode at this rate, or the rate has no drop frame.
 */
export function timecodeFormat(rate: FrameRate, start?: string, isDropFrame?: boolean): TimecodeFormat {
  const isDropTimecode = start === undefined ? canDropFrames(rate) : /[;.]/.test(start);
  const format = { rate, isDropFrame: isDropFrame ?? isDropTimecode, startFrames: 0 };
  if (format.isDropFrame && !canDropFrames(rate))
    throw new RangeError(`There is no drop frame at ${fpsOf(rate)} frames per second`);
  if (start === undefined) return format;
  const parsed = parseTimecode(start, format);
  if (!parsed.ok) throw new RangeError(`${start} is no timecode at this rate: ${parsed.fault}`);
  return { ...format, startFrames: parsed.frame };
}

/** Returns the number of frames in 24 hours of labels, after which they repeat. */
export function framesPerDay({ rate, isDropFrame }: Pick<TimecodeFormat, "rate" | "isDropFrame">): number {
  const dropped = isDropFrame ? droppedLabels(rate) * (MINUTES_PER_DAY - MINUTES_PER_DAY / 10) : 0;
  return nominalFps(rate) * 60 * MINUTES_PER_DAY - dropped;
}

/** Returns the label of a frame: "01:00:00:00", with a semicolon before the frames for drop frame. */
export function formatTimecode(frame: number, format: TimecodeFormat): string {
  const fps = nominalFps(format.rate);
  const day = framesPerDay(format);
  const count = (((frame + format.startFrames) % day) + day) % day;
  const label = format.isDropFrame ? labelOfCount(count, format.rate) : count;
  const seconds = Math.floor(label / fps);
  const digits = Math.max(2, String(fps - 1).length);
  const parts = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
  const time = parts.map((part) => String(part).padStart(2, "0")).join(":");
  return `${time}${format.isDropFrame ? ";" : ":"}${String(label % fps).padStart(digits, "0")}`;
}

/** Adds the skipped labels to a count: frame 1,800 at 29.97 is labelled as 1,802. */
function labelOfCount(count: number, rate: FrameRate): number {
  const dropped = droppedLabels(rate);
  const perMinute = nominalFps(rate) * 60 - dropped;
  const perTen = perMinute * 10 + dropped;
  const tens = Math.floor(count / perTen);
  // The first of ten minutes skips no labels.
  const minutes = Math.max(0, Math.floor(((count % perTen) - dropped) / perMinute));
  return count + dropped * (9 * tens + minutes);
}

export interface TimecodeFields {
  hours: number;
  minutes: number;
  seconds: number;
  frames: number;
}

/**
 * Parses a complete label with either separator, since files declare drop frame separately.
 * @returns the frame of the video, counted from its first, or the error: "dropped" for labels that drop frame skips, "before-start" for
 *   those before the start.
 */
export function parseTimecode(text: string, format: TimecodeFormat): TimecodeResult {
  const match = /^(\d{1,2})[:;](\d{1,2})[:;](\d{1,2})[:;.](\d{1,3})$/.exec(text.trim());
  if (!match) return { ok: false, fault: "unreadable" };
  const [hours = 0, minutes = 0, seconds = 0, frames = 0] = match.slice(1).map(Number);
  return frameOfFields({ hours, minutes, seconds, frames }, format);
}

export function frameOfFields(fields: TimecodeFields, format: TimecodeFormat): TimecodeResult {
  const { hours, minutes, seconds, frames } = fields;
  const { rate, isDropFrame } = format;
  const fps = nominalFps(rate);
  if (hours > 23) return { ok: false, fault: "unreadable" };
  if (minutes > 59) return { ok: false, fault: "minutes" };
  if (seconds > 59) return { ok: false, fault: "seconds" };
  if (frames >= fps) return { ok: false, fault: "frames" };
  let count = ((hours * 60 + minutes) * 60 + seconds) * fps + frames;
  if (isDropFrame) {
    const dropped = droppedLabels(rate);
    if (minutes % 10 !== 0 && seconds === 0 && frames < dropped) return { ok: false, fault: "dropped" };
    const minute = hours * 60 + minutes;
    count -= dropped * (minute - Math.floor(minute / 10));
  }
  const frame = count - format.startFrames;
  if (frame >= 0) return { ok: true, frame };
  // A recording that passes midnight continues at 00:00:00:00; half a day separates this from labels before the start.
  const day = framesPerDay(format);
  return frame < -day / 2 ? { ok: true, frame: frame + day } : { ok: false, fault: "before-start" };
}
