/** The time that the slowest page takes to start; older responses may be outdated. */
const FRESH_MS = 15_000;

/**
 * Like `fetch`, but reuses the responses that index.html requested before the scripts had loaded, which saves a second on a slow
 * connection. Each is used once, and only for the user it was requested for.
 */
export const fetchOnce: typeof fetch = (input, init) => {
  const prefetched = window.shoalAnswers;
  if (!prefetched?.size) return fetch(input, init);
  if (performance.now() > FRESH_MS) prefetched.clear();
  const path = String(input);
  const answer = init?.method === "GET" ? prefetched.get(path) : undefined;
  if (!answer) return fetch(input, init);
  prefetched.delete(path);
  return answer.catch(() => fetch(input, init));
};

/** For a change of the signed-in user or of the viewed client: the prefetched responses belong to the previous one. */
export const clearPrefetched = (): void => window.shoalAnswers?.clear();
