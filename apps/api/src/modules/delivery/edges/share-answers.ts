/**
 * Gives all who ask for the same within `holdMs` one answer: screens that many people look at cost edges no more than
 * one of them does.
 */
export function shareAnswers<T>(
  work: (key: string) => Promise<T>,
  holdMs: number,
): (key: string) => Promise<T> {
  const held = new Map<string, Promise<T>>();
  return (key) => {
    const known = held.get(key);
    if (known) return known;
    const asked = work(key);
    held.set(key, asked);
    setTimeout(() => held.delete(key), holdMs).unref();
    return asked;
  };
}
