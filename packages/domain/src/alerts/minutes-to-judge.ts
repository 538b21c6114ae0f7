const MINUTE_MS = 60_000;
/** Sessions tell every 10 s of what they saw, edges write within 2 s, and clocks differ a little. */
const HEARD_AFTER_MS = 20_000;
/** More is not made up for: who reads of it then has no use for it. */
const MADE_UP_MAX = 10;

/**
 * The minutes that are over and were not judged yet, ascending, each by when it begins: the latest ten at most.
 * @param judgedUntilMs the end of the last one that was judged; undefined before the first. One that lies ahead of now was
 * written by a clock that was wrong.
 * @example minutesToJudge(minute(3), minute(5) + 20_000) // [minute(3), minute(4)]
 */
export function minutesToJudge(judgedUntilMs: number | undefined, nowMs: number): number[] {
  const endMs = Math.floor((nowMs - HEARD_AFTER_MS) / MINUTE_MS) * MINUTE_MS;
  const isAhead = judgedUntilMs !== undefined && judgedUntilMs > nowMs + MINUTE_MS;
  const fromMs = judgedUntilMs === undefined || isAhead ? endMs - MINUTE_MS : judgedUntilMs;
  const count = Math.min(MADE_UP_MAX, Math.max(0, Math.floor((endMs - fromMs) / MINUTE_MS)));
  return Array.from({ length: count }, (_, place) => endMs - (count - place) * MINUTE_MS);
}
