const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
/** The delays after each failed attempt. The last value applies to all later attempts. */
const RETRY_AFTER_MS = [
  5 * SECOND_MS,
  30 * SECOND_MS,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  2 * HOUR_MS,
  4 * HOUR_MS,
  8 * HOUR_MS,
];
/** The maximum wait for the first event after a recovery. */
const MAX_PAUSE_MS = 10 * MINUTE_MS;
const JITTER_SHARE = 0.1;

const withJitter = (ms: number, random: number) => Math.round(ms * (1 + JITTER_SHARE * (2 * random - 1)));

/** Returns the delay before an event is sent again, in ms. @param attempts so far, at least 1. @param random 0 to 1. */
export const retryAfterMs = (attempts: number, random = Math.random()): number =>
  withJitter(RETRY_AFTER_MS[Math.min(attempts, RETRY_AFTER_MS.length) - 1] ?? 0, random);

/** Returns the pause of a webhook after consecutive failures, in ms. */
export const pauseAfterMs = (failures: number, random = Math.random()): number =>
  Math.min(retryAfterMs(failures, random), MAX_PAUSE_MS);
