/** The lag that is tolerated without a change, since a machine that was only briefly busy catches up. */
const LAG_TOLERANCE_MS = 1_000;
/** How long a lagging encoder may take to catch up by `MIN_CATCH_UP_MS`. After that, a rung is dropped. */
const CATCH_UP_TIMEOUT_MS = 3_000;
const MIN_CATCH_UP_MS = 200;
/** The lag above which waiting input is dropped, so that viewers stay close to the live edge. */
const INPUT_DROP_LAG_MS = 6_000;
/** The lag below which an encoder has caught up. */
const CAUGHT_UP_LAG_MS = 500;
/** How long no rung is added after a change. This time doubles after each failed attempt. */
const COOLDOWN_DURATION_MS = 60_000;
const MAX_COOLDOWN_MS = 960_000;
/** How long a rung must have been encoded to count as stable. */
const STABLE_AFTER_MS = 120_000;

export interface RungShedderOptions {
  /** The number of plans, from the complete ladder to the smallest. */
  levels: number;
  /** Whether the machine has room for the additional load of a level. */
  hasRoomFor(level: number): boolean;
}

/** The required change. A "switch" restarts the encoder with another plan, and a "skip" also drops its waiting input. */
export type LadderChange = "none" | "switch" | "skip";

/**
 * Decides how many rungs a live gets while its encoder cannot keep up. Rungs are dropped one at a time, and restored once the
 * machine has capacity. Pure; times in ms.
 */
export class RungShedder {
  readonly #options: RungShedderOptions;
  #level = 0;
  #over: { behindMs: number; atMs: number } | undefined;
  /** Whether the requested change has not started yet, since the next key frame may be far away. */
  #isAwaited = false;
  #switchedAtMs = -Infinity;
  #raisedAtMs = -Infinity;
  #restMs = COOLDOWN_DURATION_MS;

  constructor(options: RungShedderOptions) {
    this.#options = options;
  }

  /** The index of the plan to encode; 0 is the complete ladder. */
  get level(): number {
    return this.#level;
  }

  /** Starts with a new encoder, which is not responsible for the lag that it starts with. */
  begin(): void {
    this.#over = undefined;
    this.#isAwaited = false;
  }

  /**
   * Returns the change that a lag requires.
   * @param behindMs as returned by `EncoderBacklog.behindMs`
   */
  chooseChange(behindMs: number, nowMs: number): LadderChange {
    const change = this.#findChange(behindMs, nowMs);
    if (change !== "none") this.#isAwaited = true;
    return change;
  }

  #findChange(behindMs: number, nowMs: number): LadderChange {
    if (behindMs >= INPUT_DROP_LAG_MS) {
      if (!this.#isAwaited) this.#lower(nowMs);
      return "skip";
    }
    if (this.#isAwaited) return "none";
    if (behindMs < LAG_TOLERANCE_MS) {
      this.#over = undefined;
      return behindMs < CAUGHT_UP_LAG_MS && this.#raise(nowMs) ? "switch" : "none";
    }
    this.#over ??= { behindMs, atMs: nowMs };
    if (nowMs - this.#over.atMs < CATCH_UP_TIMEOUT_MS) return "none";
    const isNearer = behindMs <= this.#over.behindMs - MIN_CATCH_UP_MS;
    this.#over = { behindMs, atMs: nowMs };
    return !isNearer && this.#lower(nowMs) ? "switch" : "none";
  }

  /** Drops one rung. @returns false if none can be dropped. */
  #lower(nowMs: number): boolean {
    if (this.#level + 1 >= this.#options.levels) return false;
    const hasHeld = nowMs - this.#raisedAtMs >= STABLE_AFTER_MS;
    this.#restMs = hasHeld ? COOLDOWN_DURATION_MS : Math.min(MAX_COOLDOWN_MS, this.#restMs * 2);
    this.#level += 1;
    this.#switchedAtMs = nowMs;
    return true;
  }

  /**
   * Restores as many rungs in one step as there is room for, since viewers notice each switch.
   * @returns false if none can be restored.
   */
  #raise(nowMs: number): boolean {
    if (this.#level === 0 || nowMs - this.#switchedAtMs < this.#restMs) return false;
    for (let level = 0; level < this.#level; level++)
      if (this.#options.hasRoomFor(level)) {
        this.#level = level;
        this.#switchedAtMs = nowMs;
        this.#raisedAtMs = nowMs;
        return true;
      }
    return false;
  }
}
