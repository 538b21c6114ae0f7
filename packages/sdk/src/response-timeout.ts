/** The number of milliseconds after which a missing response counts as a failure. */
const RESPONSE_TIMEOUT_MS = 15_000;

/**
 * Returns a signal that aborts a request without a response.
 * @param waitSec the time for which the server may deliberately hold the response.
 * @example await fetch(url, { signal: responseTimeout() });
 */
export const responseTimeout = (waitSec = 0): AbortSignal =>
  AbortSignal.timeout(RESPONSE_TIMEOUT_MS + waitSec * 1_000);
