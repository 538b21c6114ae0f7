import { MAX_SEEK_BACK_SEC, SEEK_BACK_MIN_SEC } from "@shoal/contract";
import type { TFunction } from "i18next";

/** The recording and rewind settings that the form of a live edits. */
export interface RecordingValues {
  /** Whether the live becomes a video each time it ends. */
  keepLive: boolean;
  seekLive: boolean;
  /** The rewind window in seconds; a string while the field does not contain a number. */
  liveToKeepDuration: number | string;
  /** The target latency of viewers in seconds; null for the lowest that the live's parts allow. */
  targetLatencySec: number | null;
}

/** The default rewind window of a live, also after its form was reset (§5). */
export const SEEK_BACK_DEFAULT_SEC = SEEK_BACK_MIN_SEC;
export const SEEK_BACK_RESET_SEC = 120;

/** Returns the error of the rewind window in the reader's language; undefined if the window is valid or its field is hidden. */
export function findSeekFault(
  { keepLive, seekLive, liveToKeepDuration: sec }: Omit<RecordingValues, "targetLatencySec">,
  t: TFunction,
) {
  const isWithin = typeof sec === "number" && sec >= SEEK_BACK_MIN_SEC && sec <= MAX_SEEK_BACK_SEC;
  if (keepLive || !seekLive || (isWithin && Number.isInteger(sec))) return undefined;
  return t("live.seek.fault", { min: SEEK_BACK_MIN_SEC, max: MAX_SEEK_BACK_SEC });
}

/**
 * Returns the values to save: the rewind window only for a live that is not kept and allows rewinding (§5); kept lives use
 * the maximum. The values must be valid.
 */
export const recordingBodyOf = ({
  keepLive,
  seekLive,
  liveToKeepDuration,
  targetLatencySec,
}: RecordingValues) => ({
  keepLive,
  seekLive,
  targetLatencySec,
  ...(seekLive && !keepLive ? { liveToKeepDuration: Number(liveToKeepDuration) } : {}),
});
