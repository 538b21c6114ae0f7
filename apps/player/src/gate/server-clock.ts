/**
 * The edge's time now, from what it told in an answer that has just come. The viewer's own clock is not asked: it may be
 * wrong, or be set meanwhile.
 * @returns ms since 1970, by a clock that only goes forward.
 */
export function startServerClock(serverTime: string): () => number {
  const offsetMs = Date.parse(serverTime) - performance.now();
  return () => performance.now() + offsetMs;
}
