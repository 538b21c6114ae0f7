/** A later response counts as none. */
const ANSWER_LIMIT_MS = 15_000;

/**
 * Aborts a request without a response.
 * @param waitSec how long the response may be held deliberately.
 * @example await fetch(url, { signal: answerLimit() });
 */
export const answerLimit = (waitSec = 0): AbortSignal =>
  AbortSignal.timeout(ANSWER_LIMIT_MS + waitSec * 1_000);
