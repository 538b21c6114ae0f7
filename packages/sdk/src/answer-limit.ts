/** Milliseconds after which a missing response counts as a failure. */
const ANSWER_LIMIT_MS = 15_000;

/**
 * Returns a signal that aborts a request without a response.
 * @param waitSec how long the server may deliberately hold the response.
 * @example await fetch(url, { signal: answerLimit() });
 */
export const answerLimit = (waitSec = 0): AbortSignal =>
  AbortSignal.timeout(ANSWER_LIMIT_MS + waitSec * 1_000);
