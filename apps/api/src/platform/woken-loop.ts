/** Checks at least this often: notifications are lost while the connection is down. */
export const FALLBACK_INTERVAL_MS = 30_000;
/** Notifications within this time cause a single check. */
const DEBOUNCE_MS = 50;
/** The pause after an error, which will most likely recur. */
const FAULT_PAUSE_MS = 1_000;

/** The clock and timers; tests supply their own. */
export interface LoopClock {
  nowMs(): number;
  /** @returns cancels the timer. */
  after(pauseMs: number, run: () => void): () => void;
}

export interface WokenLoopOptions {
  /** Does the work that is due. @returns whether it found work; if so, there may be more. */
  check(): Promise<boolean>;
  /**
   * The time until work becomes due without a notification, such as a retry or an expired claim. Called after a check that
   * found nothing.
   * @returns undefined if nothing is waiting.
   */
  dueInMs?(): Promise<number | undefined>;
  /** The minimum time between two checks without a notification. */
  pauseMs: number;
  /** The maximum time between two checks. */
  fallbackMs?: number;
  onError(error: unknown): void;
  clock?: LoopClock;
}

interface WokenLoop {
  /** Checks immediately, then repeatedly. */
  start(): void;
  /** Checks immediately. Calling it is cheap; a call during a check is not lost. */
  wake(): void;
  /** Resolves after a running check has ended. */
  stop(): Promise<void>;
}

/**
 * Checks for work when notified, when work becomes due, and rarely otherwise, so that an idle loop costs nearly nothing.
 * @example const loop = createWokenLoop({ check, dueInMs, pauseMs: 250, onError }); notifications.on("imports", loop.wake); loop.start();
 */
export function createWokenLoop(options: WokenLoopOptions): WokenLoop {
  const { pauseMs, fallbackMs = FALLBACK_INTERVAL_MS, onError, clock = REAL_CLOCK } = options;
  let isStopped = true;
  let isChecking = false;
  let isWoken = false;
  let checkedAtMs = Number.NEGATIVE_INFINITY;
  let cancelTimer = (): void => undefined;
  let checking: Promise<void> = Promise.resolve();

  async function findPauseMs(): Promise<number> {
    try {
      if (await options.check()) return pauseMs;
      const dueInMs = (await options.dueInMs?.()) ?? fallbackMs;
      return Math.min(fallbackMs, Math.max(pauseMs, dueInMs));
    } catch (error) {
      onError(error);
      return Math.max(pauseMs, FAULT_PAUSE_MS);
    }
  }

  async function checkOnce(): Promise<void> {
    isChecking = true;
    isWoken = false;
    checkedAtMs = clock.nowMs();
    const nextMs = await findPauseMs();
    isChecking = false;
    scheduleAfter(isWoken ? untilApart() : nextMs);
  }

  const untilApart = () => Math.max(0, checkedAtMs + DEBOUNCE_MS - clock.nowMs());

  function scheduleAfter(ms: number): void {
    cancelTimer();
    if (isStopped) return;
    cancelTimer = clock.after(ms, () => {
      checking = checkOnce();
    });
  }

  return {
    start() {
      isStopped = false;
      scheduleAfter(0);
    },
    wake() {
      isWoken = true;
      if (!isChecking) scheduleAfter(untilApart());
    },
    async stop() {
      isStopped = true;
      cancelTimer();
      await checking;
    },
  };
}

const REAL_CLOCK: LoopClock = {
  nowMs: () => performance.now(),
  after(pauseMs, run) {
    const timer = setTimeout(run, pauseMs);
    return () => clearTimeout(timer);
  },
};
