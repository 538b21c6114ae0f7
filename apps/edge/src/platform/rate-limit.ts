/** A token bucket that holds `burst` units and refills at `perSec`. */
export interface RateLimit {
  /** Uses one unit; returns false if none is left. */
  tryConsume(nowMs: number): boolean;
}

export function createRateLimit(perSec: number, burst: number): RateLimit {
  let level = burst;
  let filledAtMs = 0;
  return {
    tryConsume(nowMs) {
      level = Math.min(burst, level + (Math.max(0, nowMs - filledAtMs) / 1000) * perSec);
      filledAtMs = nowMs;
      if (level < 1) return false;
      level -= 1;
      return true;
    },
  };
}
