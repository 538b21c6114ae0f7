/** What was asked for longer ago than the slowest page takes to start may have changed since. */
const FRESH_MS = 15_000;

/**
 * Like `fetch`; takes over what index.html has asked for already, before the programs were there: on a slow line a second
 * of waiting. Once each, and only for whom it was asked.
 */
export const fetchOnce: typeof fetch = (input, init) => {
  const asked = window.shoalAnswers;
  if (!asked?.size) return fetch(input, init);
  if (performance.now() > FRESH_MS) asked.clear();
  const path = String(input);
  const answer = init?.method === "GET" ? asked.get(path) : undefined;
  if (!answer) return fetch(input, init);
  asked.delete(path);
  return answer.catch(() => fetch(input, init));
};

/** Someone else is signed in, or looks at another client, from now on. */
export const forgetFirstAnswers = (): void => window.shoalAnswers?.clear();
