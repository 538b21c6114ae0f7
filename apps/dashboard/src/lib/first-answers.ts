/** The age, in ms, above which a prefetched response is not used. The slowest pages take this long to start. */
const MAX_AGE_MS = 15_000;

/**
 * Like `fetch`, but uses the responses that index.html requested before the scripts had loaded, which saves a second on a slow connection.
 * Each response is used once, and only for the user for whom it was requested.
 */
export const fetchOnce: typeof fetch = (input, init) => {
  const prefetched = window.shoalAnswers;
  if (!prefetched?.size) return fetch(input, init);
  if (performance.now() > MAX_AGE_MS) prefetched.clear();
  const path = String(input);
  const answer = init?.method === "GET" ? prefetched.get(path) : undefined;
  if (!answer) return fetch(input, init);
  prefetched.delete(path);
  return answer.catch(() => fetch(input, init));
};

/** Discards the prefetched responses when the signed-in user or the viewed client changes. */
export const clearPrefetched = (): void => window.shoalAnswers?.clear();
