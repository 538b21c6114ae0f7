/** A later response counts as none. */
const ANSWER_LIMIT_MS = 15_000;

/**
 * Ends a request whose answer does not come.
 * @param waitSec for how long the answer may be held on purpose.
 * @example await fetch(url, { signal: answerLimit() });
 */
export const answerLimit = (waitSec = 0): AbortSignal =>
  AbortSignal.timeout(ANSWER_LIMIT_MS + waitSec * 1_000);
