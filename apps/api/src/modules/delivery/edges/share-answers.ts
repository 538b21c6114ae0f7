/**
 * Gives all identical requests within `holdMs` the same answer, so that a screen viewed by many costs the edges no more than one
 * viewer does.
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
