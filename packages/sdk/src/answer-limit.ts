/** Whoever answers later than that does not answer. */
const ANSWER_LIMIT_MS = 15_000;

/** Ends a request whose answer does not come. @example await fetch(url, { signal: answerLimit() }); */
export const answerLimit = (): AbortSignal => AbortSignal.timeout(ANSWER_LIMIT_MS);
