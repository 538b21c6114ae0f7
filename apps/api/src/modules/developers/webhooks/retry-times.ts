const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
/** After each attempt that failed; the last one holds from then on. */
const RETRY_AFTER_MS = [
  5 * SECOND,
  30 * SECOND,
  2 * MINUTE,
  10 * MINUTE,
  30 * MINUTE,
  HOUR,
  2 * HOUR,
  4 * HOUR,
  8 * HOUR,
];
/** Nobody who comes back waits longer for the first event. */
const PAUSE_MAX_MS = 10 * MINUTE;
const JITTER = 0.1;

const lasting = (ms: number, random: number) => Math.round(ms * (1 + JITTER * (2 * random - 1)));

/** How long after an attempt an event is sent again, ms. @param attempts so far, at least 1. @param random 0 to 1. */
export const retryAfterMs = (attempts: number, random = Math.random()): number =>
  lasting(RETRY_AFTER_MS[Math.min(attempts, RETRY_AFTER_MS.length) - 1] ?? 0, random);

/** How long nothing is sent to a webhook after failures in a row, ms. */
export const pauseAfterMs = (failures: number, random = Math.random()): number =>
  Math.min(retryAfterMs(failures, random), PAUSE_MAX_MS);
