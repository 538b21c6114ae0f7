/** A response that takes longer counts as missing. */
const ANSWER_LIMIT_MS = 15_000;

/**
 * Aborts a request that gets no response.
 * @param waitSec how long the server may deliberately hold the response.
 * @example await fetch(url, { signal: answerLimit() });
 */
export const answerLimit = (waitSec = 0): AbortSignal =>
  AbortSignal.timeout(ANSWER_LIMIT_MS + waitSec * 1_000);
