const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
/** The delays after each failed attempt. The last value applies to all later ones. */
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
/** The maximum wait for the first event after a recovery. */
const PAUSE_MAX_MS = 10 * MINUTE;
const JITTER = 0.1;

const withJitter = (ms: number, random: number) => Math.round(ms * (1 + JITTER * (2 * random - 1)));

/** Returns the delay before an event is sent again, in ms. @param attempts so far, at least 1. @param random 0 to 1. */
export const retryAfterMs = (attempts: number, random = Math.random()): number =>
  withJitter(RETRY_AFTER_MS[Math.min(attempts, RETRY_AFTER_MS.length) - 1] ?? 0, random);

/** Returns the pause of a webhook after consecutive failures, in ms. */
export const pauseAfterMs = (failures: number, random = Math.random()): number =>
  Math.min(retryAfterMs(failures, random), PAUSE_MAX_MS);
