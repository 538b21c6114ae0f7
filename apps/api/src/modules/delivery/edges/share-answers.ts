/**
 * Gives all identical requests within `holdMs` the same response, so that a screen with many viewers costs the edges no more than
 * a screen with one.
 */
export function shareAnswers<T>(
  work: (key: string) => Promise<T>,
  holdMs: number,
): (key: string) => Promise<T> {
  const held = new Map<string, Promise<T>>();
  return (key) => {
    const known = held.get(key);
    if (known) return known;
    const answer = work(key);
    held.set(key, answer);
    setTimeout(() => held.delete(key), holdMs).unref();
    return answer;
  };
}
